import { renderJson } from '../../apimachinery/json-text.ts'
import { checkValue } from '../../apiextensions/values/check-value.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ValueCheck } from '../deferred-checks.ts'
import { describeRefusal, valueField } from './describe-refusal.ts'

/** So many of the refused values are named. */
const namedValues = 3

/** Reports enums whose values other keywords of the node all refuse. */
export function checkRefusedEnums(checks: readonly ValueCheck[], sink: DiagnosticSink): void {
  for (const { schema, span, subject } of checks) {
    const { enum: values = [], ...rest } = schema
    const refusals = values.flatMap((value) => {
      const [error] = checkValue(value, rest, { path: valueField }).errors
      return error === undefined ? [] : [`\`${renderJson(value)}\`: ${describeRefusal(error)}`]
    })
    if (refusals.length < values.length) continue
    const notes = refusals.slice(0, namedValues)
    const helps = ['remove the bound, or name values that it admits']
    sink.report('schema/empty-enum', { subject }, { span, notes, helps })
  }
}
