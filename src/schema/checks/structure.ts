import type { CheckedNode } from './check-schema.ts'

/** What makes a schema structural: every value has a type, every array its items. */
export function checkStructure(node: CheckedNode): void {
  const problem = problemOf(node)
  if (problem === undefined) return
  node.context.sink.report(
    'schema/not-structural',
    { subject: node.subject },
    { span: node.at(problem.keyword), notes: [problem.rule], helps: [problem.help] },
  )
}

interface StructureProblem {
  readonly rule: string
  readonly help: string
  readonly keyword: 'type' | 'items' | 'additionalProperties' | 'x-kubernetes-embedded-resource'
}

function problemOf({ schema }: CheckedNode): StructureProblem | undefined {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  if (schema.type === undefined && !isOpen && !isIntOrString) {
    return {
      keyword: 'type',
      rule: 'every field has a type, or keeps any value',
      help: 'add `+kubebuilder:validation:Type=…` or `+kubebuilder:pruning:PreserveUnknownFields`',
    }
  }
  if (isIntOrString && isOpen) {
    return {
      keyword: 'type',
      rule: 'an integer or string has no unknown fields to preserve',
      help: 'remove the marker that preserves unknown fields',
    }
  }
  if (schema.type === 'array' && schema.items === undefined) {
    return {
      keyword: 'type',
      rule: 'an array says what its items are',
      help: 'write the type of the items in TypeScript instead of `Type=array`',
    }
  }
  return embeddedProblem({ schema, isOpen })
}

function embeddedProblem({
  schema,
  isOpen,
}: {
  schema: CheckedNode['schema']
  isOpen: boolean
}): StructureProblem | undefined {
  if (schema['x-kubernetes-embedded-resource'] !== true) return undefined
  const keyword = 'x-kubernetes-embedded-resource'
  if (schema.type !== 'object') {
    return {
      keyword,
      rule: 'an embedded resource is an object',
      help: 'write `RawExtension`, or an interface, as the type of the field',
    }
  }
  if (schema.additionalProperties !== undefined) {
    return {
      keyword,
      rule: 'an embedded resource is no map',
      help: 'write `RawExtension` as the type of the field',
    }
  }
  if (!isOpen && Object.keys(schema.properties ?? {}).length === 0) {
    return {
      keyword,
      rule: 'an embedded resource lists its fields or keeps unknown ones',
      help: 'add `+kubebuilder:pruning:PreserveUnknownFields`',
    }
  }
  return undefined
}
