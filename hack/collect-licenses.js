import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licence texts of the packages that the files of a bundle come from, one section for each package. */
export function collectLicenses(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  )
  const sections = [...folders].sort().map(renderSection)
  return `dist/cli holds code of the packages below, under the licences that follow.\n\n${sections.join('\n')}`
}

function renderSection(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying|thirdparty)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (typeof license !== 'string' && texts.length === 0) throw new Error(`${name} has no licence`)
  const title = `${name} ${version} (${license})`
  return [title, '='.repeat(title.length), '', ...texts, ''].join('\n')
}
