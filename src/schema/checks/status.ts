import type { CheckedNode } from './check-schema.ts'

/** Reports a required status that the server clears when an object is created: it then refuses the object. */
export function checkStatus({ schema, context, subject, isRoot, ...node }: CheckedNode): void {
  if (!isRoot || !node.clearsStatus || schema.required?.includes('status') !== true) return
  const status = context.origins.of(schema.properties?.['status'] ?? {})
  const hasDefault = schema.properties?.['status']?.default !== undefined
  context.sink.report(
    'schema/required-status',
    { kind: subject },
    {
      span:
        context.origins.of(schema)?.properties?.get('status') ??
        status?.span ??
        node.at('required'),
      notes: [
        'the API server clears the status of a new object, and then asks for it',
        ...(hasDefault ? ['it fills in defaults before it clears the status'] : []),
      ],
      helps: ['write `status?:`'],
    },
  )
}
