import type { Patch } from './client.ts'

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** The body of a patch, and the content type that says how to read it. */
export function patchBody(patch: Patch): { readonly body: unknown; readonly contentType: string } {
  const body = patch.type === 'json' ? patch.operations : patch.value
  return { body, contentType: contentTypes[patch.type] }
}
