import type { ts } from './compiler.ts'
import type { TypeModel } from './model.ts'
import { errorAt, spanOf, textOf, type Environment, type Reading } from './reading.ts'

export function askChecker(
  node: ts.TypeNode,
  environment: Environment,
  { sink }: Reading,
): TypeModel {
  const span = spanOf(node, environment)
  sink.report(
    'type/too-complex',
    { type: textOf(node, environment).slice(0, 40) },
    { span, notes: ['kops cannot tell what it comes to'], helps: ['write the resulting type out'] },
  )
  return errorAt(span)
}
