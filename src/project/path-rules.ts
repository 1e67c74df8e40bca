/** One path that kops must not write to, and the reason as a phrase. */
interface PathRule {
  readonly breaks: (segment: string) => boolean
  readonly reason: (segment: string) => string
}

/** Windows gives these names to devices in every folder, whatever extension follows. */
const devicePattern =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])(?: *[.:].*)?$/i

/** HFS+ drops these characters from a name, so that `.g\u200Cit` is `.git` there. */
const ignoredByHfs = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu

const rules: readonly PathRule[] = [
  {
    breaks: (segment) => segment === '' || segment === '.' || segment === '..',
    reason: () => 'it leads out of the project, or is not in its shortest form',
  },
  {
    breaks: (segment) => segment.includes('\\') || /\p{Cc}/u.test(segment),
    reason: () => 'it holds a backslash or a control character',
  },
  { breaks: isGitFolder, reason: () => '`.git` belongs to Git' },
  {
    breaks: (segment) => devicePattern.test(segment.trimEnd()),
    reason: (segment) => `\`${segment}\` is a device on Windows`,
  },
]

/**
 * Returns why kops does not write to a path, as a phrase; undefined for a path that stays in its
 * project on every platform. The path has forward slashes and is relative to the project.
 */
export function findPathProblem(path: string): string | undefined {
  if (/^[a-z]:/i.test(path)) return 'it names a drive'
  for (const segment of path.split('/')) {
    const broken = rules.find(({ breaks }) => breaks(segment))
    if (broken !== undefined) return broken.reason(segment)
  }
  return undefined
}

/** Returns whether Windows takes a name for a device: `con`, `nul.txt`, `COM1`. */
export function isDeviceName(name: string): boolean {
  return devicePattern.test(name.trimEnd())
}

/** `.git` under every spelling that a file system takes for it. */
function isGitFolder(segment: string): boolean {
  const name = segment
    .replaceAll(ignoredByHfs, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
  return name === '.git' || name === 'git~1'
}
