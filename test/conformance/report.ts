import type { Judgement } from './api-server.ts'
import type { Finding } from './examine.ts'
import type { Mutation } from './mutate.ts'

/** Everything that a run has found out. */
export interface Findings {
  readonly findings: readonly Finding[]
  /** By path; absent where no control plane can be had. */
  readonly judgements: ReadonlyMap<string, Judgement> | undefined
  readonly typeErrors: readonly string[]
  readonly mutations: readonly Mutation[]
  readonly seed: number
}

/** One line of the report that has a goal. */
interface Goal {
  readonly text: string
  readonly isMet: boolean
}

/** The report, and whether all goals are met. */
export function renderReport(all: Findings): { readonly text: string; readonly isMet: boolean } {
  const goals = [...roundTripGoals(all), typeGoal(all), ...overlayGoals(all), mutationGoal(all)]
  const lines = [
    ...detailLines(all),
    ...goals.map(({ text, isMet }) => `${isMet ? 'met   ' : 'MISSED'} ${text}`),
    ...remarks(all),
    timeLine(all),
  ]
  return { text: `${lines.join('\n')}\n`, isMet: goals.every(({ isMet }) => isMet) }
}

/** Files that hold a definition. */
function subjectsOf({ findings }: Findings): Finding[] {
  return findings.filter(({ verdict }) => verdict !== 'none')
}

/** Files that the API server takes; without one, those that kops takes. */
function validOf(all: Findings): Finding[] {
  const { judgements } = all
  return subjectsOf(all).filter(
    ({ path, verdict }) => judgements?.get(path)?.isValid ?? verdict !== 'refused',
  )
}

function detailLines(all: Findings): string[] {
  const { judgements, typeErrors, mutations } = all
  const findings = subjectsOf(all)
  const valid = new Set(validOf(all))
  const differing = [...valid].filter(({ verdict }) => verdict !== 'equal')
  const toServer = findings.filter((each) => valid.has(each) && judgements?.get(each.path)?.detail)
  return [
    ...differing.map(({ path, verdict, detail }) => `${path}: ${verdict}: ${detail}`),
    ...toServer.map(({ path }) => `${path}: to the API server: ${judgements?.get(path)?.detail}`),
    ...findings
      .filter((each) => !valid.has(each))
      .map(
        ({ path, verdict, detail }) => `${path}: not valid; ${verdict}${detail && `: ${detail}`}`,
      ),
    ...typeErrors.slice(0, 20),
    ...mutations
      .filter(({ outcome }) => outcome === 'missed')
      .map(({ path, edit, detail }) => `${path}: ${edit?.kind} of ${edit?.property}: ${detail}`),
  ]
}

function roundTripGoals(all: Findings): Goal[] {
  const { judgements } = all
  const findings = subjectsOf(all)
  const valid = validOf(all)
  const equal = valid.filter(({ verdict }) => verdict === 'equal')
  const invalid = findings.filter((each) => !valid.includes(each))
  const told = invalid.filter(({ verdict }) => verdict === 'refused' || verdict === 'equal')
  const by = judgements === undefined ? 'kops (no control plane can be had)' : 'the API server'
  const same = valid.filter(({ path }) => judgements?.get(path)?.detail === '')
  const toServer = {
    text: `${same.length} of ${valid.length} are the same to the API server`,
    isMet: same.length === valid.length,
  }
  return [
    {
      text: `${equal.length} of ${valid.length} files that are valid to ${by} come back equal`,
      isMet: equal.length === valid.length,
    },
    ...(judgements === undefined ? [] : [toServer]),
    {
      text: `${told.length} of ${invalid.length} others are refused with a reason, or come back equal`,
      isMet: told.length === invalid.length,
    },
  ]
}

function typeGoal({ typeErrors }: Findings): Goal {
  const text = `${typeErrors.length} errors of the compiler under \`strict\``
  return { text, isMet: typeErrors.length === 0 }
}

function overlayGoals(all: Findings): Goal[] {
  const valid = validOf(all)
  const sum = (key: 'nodes' | 'overlays'): number =>
    valid.reduce((total, each) => total + each[key], 0)
  const share = sum('overlays') / Math.max(sum('nodes'), 1)
  const without = valid.filter(({ equalWithoutOverlays }) => equalWithoutOverlays).length
  return [
    {
      text: `${sum('overlays')} of ${sum('nodes')} schema nodes carry an overlay: ${percent(share)}, at most 1 %`,
      isMet: share <= 0.01,
    },
    {
      text: `${without} of ${valid.length} come back equal without any: ${percent(without / Math.max(valid.length, 1))}, at least 97 %`,
      isMet: without >= valid.length * 0.97,
    },
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function mutationGoal({ mutations, seed }: Findings): Goal {
  const count = (outcome: Mutation['outcome']): number =>
    mutations.filter((each) => each.outcome === outcome).length
  return {
    text: `${count('changed') + count('refused')} of ${mutations.length} edits of the TypeScript show: ${count('changed')} in the definition, ${count('refused')} as an error (SEED=${seed})`,
    isMet: count('missed') === 0,
  }
}

/** What has no goal. */
function remarks(all: Findings): string[] {
  const valid = validOf(all)
  const strict = valid.filter(({ equalWithoutJson }) => equalWithoutJson).length
  const others = all.findings.length - subjectsOf(all).length
  return [
    `       ${strict} of ${valid.length} come back equal without the markers of \`oneOf\`, \`anyOf\`, \`allOf\` and \`not\` either`,
    ...(others === 0 ? [] : [`       ${others} files hold no definition`]),
  ]
}

function timeLine({ findings }: Findings): string {
  const seconds = (key: 'importMs' | 'regenerateMs'): string =>
    (findings.reduce((sum, each) => sum + each[key], 0) / 1000).toFixed(1)
  return `import ${seconds('importMs')} s, regeneration ${seconds('regenerateMs')} s, of one processor`
}
