import type { CodeDefinition } from './code-definition.ts'
import { argsCodes } from './codes/args.ts'
import { controllerArgsCodes } from './codes/args-controllers.ts'
import { importArgsCodes } from './codes/args-import.ts'
import { webhookArgsCodes } from './codes/args-webhooks.ts'
import { clientCodes } from './codes/client.ts'
import { crdCodes } from './codes/crd.ts'
import { kubeCodes } from './codes/kube.ts'
import { markerCodes } from './codes/marker.ts'
import { migrateCodes } from './codes/migrate.ts'
import { projectCodes } from './codes/project.ts'
import { projectWebhookCodes } from './codes/project-webhooks.ts'
import { rbacCodes } from './codes/rbac.ts'
import { schemaCodes } from './codes/schema.ts'
import { templateCodes } from './codes/template.ts'
import { trustCodes } from './codes/trust.ts'
import { typeCodes } from './codes/type.ts'
import { webhookCodes } from './codes/webhook.ts'

const table = {
  ...argsCodes,
  ...controllerArgsCodes,
  ...importArgsCodes,
  ...webhookArgsCodes,
  ...clientCodes,
  ...crdCodes,
  ...kubeCodes,
  ...markerCodes,
  ...migrateCodes,
  ...projectCodes,
  ...projectWebhookCodes,
  ...rbacCodes,
  ...schemaCodes,
  ...templateCodes,
  ...trustCodes,
  ...typeCodes,
  ...webhookCodes,
}

type Table = typeof table

/** A code of the table, `area/problem`. A code is never renamed once released. */
export type DiagnosticCode = keyof Table

type HolesIn<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | HolesIn<Rest>
  : never

/** The names that the message of a code has holes for. */
export type MessageHoles<Code extends DiagnosticCode> = HolesIn<Table[Code]['message']>

/** Every problem that kops can tell of, by code. Start reading here to find where a message comes from. */
export const codes: Readonly<Record<DiagnosticCode, CodeDefinition>> = table
