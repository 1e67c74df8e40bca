import { invalidStatus, type FieldError } from '../../../apimachinery/field-error.ts'
import type { GroupVersionKind } from '../../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../../client/client.ts'
import type { AdmissionContext, AdmissionRequest } from './admission-request.ts'
import { allowed, type AdmissionHandler, type AdmissionResponse } from './admission-response.ts'
import { objectOfKind } from './typed-object.ts'

/** What a validator found. */
export interface ValidationResult {
  /** Shown to the user, whatever becomes of the request. */
  readonly warnings?: readonly string[]
  /** Any of them refuses the request, as `Invalid`. */
  readonly errors?: readonly FieldError[]
}

/** What a validator's methods give: nothing where there is nothing to say. */
export type Verdict = ValidationResult | void | Promise<ValidationResult | void>

/**
 * Judges what is about to be stored. A thrown `StatusError` denies the request with its status; anything else that is
 * thrown is a bug, and answered as 500.
 */
export interface Validator<T> {
  validateCreate(object: T, context: AdmissionContext): Verdict
  validateUpdate(oldObject: T, newObject: T, context: AdmissionContext): Verdict
  validateDelete(object: T, context: AdmissionContext): Verdict
}

/** A handler that asks a validator. It has nothing to say of CONNECT. */
export function validatingHandler<T extends TypedObject>(
  kind: GroupVersionKind,
  validator: Validator<T>,
): AdmissionHandler {
  return async (request, context) => {
    if (request.operation === 'CONNECT') return allowed()
    const [object, verdict] = judge(kind, validator, context)
    const { warnings = [], errors = [] } = (await verdict) ?? {}
    if (errors.length === 0) return warnings.length === 0 ? allowed() : { allowed: true, warnings }
    return refuse(kind, object.metadata?.name ?? request.name ?? '', { warnings, errors })
  }
}

function judge<T>(
  kind: GroupVersionKind,
  validator: Validator<T>,
  context: AdmissionContext,
): [T, Verdict] {
  const { operation, object, oldObject }: AdmissionRequest = context.request
  if (operation === 'DELETE') {
    const deleted = objectOfKind<T>(kind, oldObject)
    return [deleted, validator.validateDelete(deleted, context)]
  }
  const given = objectOfKind<T>(kind, object)
  if (operation === 'CREATE') return [given, validator.validateCreate(given, context)]
  const before = objectOfKind<T>(kind, oldObject)
  return [given, validator.validateUpdate(before, given, context)]
}

function refuse(
  kind: GroupVersionKind,
  name: string,
  { warnings, errors = [] }: ValidationResult,
): AdmissionResponse {
  return {
    allowed: false,
    result: invalidStatus(kind, name, errors),
    ...(warnings && { warnings }),
  }
}
