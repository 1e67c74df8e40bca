import type { ResourceDescriptor } from '../../../apimachinery/group-version-kind.ts'
import type { Client, TypedObject } from '../../client/client.ts'

/** Who a token belongs to. */
export interface UserInfo {
  username?: string
  uid?: string
  groups?: string[]
  extra?: Record<string, string[]>
}

/** `authentication.k8s.io/v1` TokenReview. */
export interface TokenReview extends TypedObject {
  spec?: { token?: string }
  status?: { authenticated?: boolean; user?: UserInfo; error?: string }
}

export const TokenReview: ResourceDescriptor<TokenReview> = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
  subresources: [],
}

/** `authorization.k8s.io/v1` SubjectAccessReview. */
export interface SubjectAccessReview extends TypedObject {
  spec?: {
    user?: string
    uid?: string
    groups?: string[]
    extra?: Record<string, string[]>
    nonResourceAttributes?: { path?: string; verb?: string }
  }
  status?: { allowed?: boolean; denied?: boolean; reason?: string; evaluationError?: string }
}

export const SubjectAccessReview: ResourceDescriptor<SubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
  subresources: [],
}

type Creator = Pick<Client, 'create'>

/** Whose token it is; `undefined`: nobody's. */
export async function reviewToken(
  client: Creator,
  token: string,
  signal: AbortSignal,
): Promise<UserInfo | undefined> {
  const { status } = await client.create(TokenReview, { spec: { token } }, { signal })
  if (status?.authenticated === true) return status.user ?? {}
  return undefined
}

/** Whether that user may do `verb` at a path that is no resource's. */
export async function reviewAccess(
  client: Creator,
  { user, path, verb }: { readonly user: UserInfo; readonly path: string; readonly verb: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { username = '', uid = '', groups = [], extra = {} } = user
  const nonResourceAttributes = { path, verb }
  const spec = { user: username, uid, groups, extra, nonResourceAttributes }
  const { status } = await client.create(SubjectAccessReview, { spec }, { signal })
  return status?.allowed === true
}
