import { resolve } from 'node:path'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import { describeFileError } from '../input/file-error.ts'
import { readInputText } from '../input/read-input-file.ts'
import { licenses } from '../scaffold/licenses.ts'
import type { CommandContext, OptionValues } from './command.ts'
import { textOption } from './option-values.ts'

/** What `--license` and `--owner` say, once judged. */
export interface LegalOptions {
  readonly license?: string | undefined
  readonly owner?: string | undefined
  /** The text of the file that `--license` names. */
  readonly licenseHeader?: string | undefined
}

/** Reads `--license` and `--owner`; what is wrong with them is in the sink. */
export function readLegalOptions(options: OptionValues, context: CommandContext): LegalOptions {
  const license = textOption(options, 'license')
  const owner = textOption(options, 'owner')
  if (owner !== undefined) judgeOwner(owner, context)
  const isFile = license !== undefined && license !== 'none' && !licenses.has(license)
  return { license, owner, licenseHeader: isFile ? readHeader(license, context) : undefined }
}

function judgeOwner(owner: string, { sink }: CommandContext): void {
  if (owner.trim() === '')
    sink.report('args/empty-value', { flag: 'owner' }, { helps: ['leave the flag out'] })
  // oxlint-disable-next-line no-control-regex -- a line break would end the comment it stands in
  else if (/[\u0000-\u001f\u007f\u2028\u2029]|\*\//.test(owner)) {
    sink.report('args/invalid-owner', {}, { notes: ['a line break or `*/` ends a comment'] })
  }
}

function readHeader(file: string, { directory, sink }: CommandContext): string | undefined {
  try {
    return readInputText(resolve(directory, file))
  } catch (error) {
    const words = [...licenses.keys(), 'none']
    const nearest = nearestNames(file, words)
    sink.report(
      'args/unknown-license',
      { license: file },
      {
        notes: [`no file of that name can be read: ${describeFileError(error)}`],
        helps:
          nearest.length > 0
            ? nearest.map((word) => `use \`--license ${word}\``)
            : [`use one of ${words.join(', ')}, or a file`],
      },
    )
    return undefined
  }
}
