/** Who holds the copyright, and when it began. */
export interface Copyright {
  readonly owner?: string | undefined
  readonly projectName: string
  readonly year?: number | undefined
}

/** A licence that kops knows by name: `--license`. */
export interface License {
  /** As SPDX spells it. */
  readonly identifier: string
  /** The template of its text, below `templates/`. */
  readonly template: string
}

/** By the word of `--license`. `none` is the absence of one; any other word is a file with a header. */
export const licenses: ReadonlyMap<string, License> = new Map([
  ['apache2', { identifier: 'Apache-2.0', template: 'license/apache2.txt' }],
  ['mit', { identifier: 'MIT', template: 'license/mit.txt' }],
])

/** Whom the copyright line names. */
export function renderCopyright({ owner, projectName, year }: Copyright): string {
  const holder = owner ?? `The ${projectName} authors`
  return ['Copyright', ...(year === undefined ? [] : [year]), holder].join(' ')
}

/** What `hack/boilerplate.txt` holds: the text that new source files begin with, without comment signs. */
export function renderBoilerplate(license: License, copyright: Copyright): string {
  return `${renderCopyright(copyright)}\nSPDX-License-Identifier: ${license.identifier}\n`
}
