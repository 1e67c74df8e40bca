import { posix } from 'node:path'
import type { SourceFileModel } from '../typemodel/model.ts'
import type { PolicyRule } from './policy-rules.ts'

/** What a call in the sources needs, wherever it stands: the objects that events are about have any namespace. */
const needs: readonly { readonly call: RegExp; readonly rule: PolicyRule }[] = [
  {
    call: /\.\s*eventRecorder\s*\(/,
    rule: {
      groups: ['events.k8s.io'],
      resources: ['events'],
      resourceNames: [],
      urls: [],
      verbs: ['create', 'patch'],
    },
  },
]

/** Returns the rules that calls of the runtime need beside what markers ask for. Tests run with other rights. */
export function usedRules(files: readonly SourceFileModel[]): PolicyRule[] {
  const own = files.filter(({ path }) => !/\.(?:test|spec)\.[cm]?ts$/.test(posix.basename(path)))
  return needs.flatMap(({ call, rule }) => (own.some((file) => hasCall(file, call)) ? [rule] : []))
}

function hasCall(file: SourceFileModel, call: RegExp): boolean {
  // Most files have none, and need no copy without their comments.
  return call.test(file.text) && call.test(withoutComments(file))
}

function withoutComments({ text, comments }: SourceFileModel): string {
  let end = 0
  const parts = comments.map(({ span }) => {
    const part = text.slice(end, span.start)
    end = span.end
    return part
  })
  return [...parts, text.slice(end)].join(' ')
}
