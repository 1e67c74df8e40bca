/*
 * Rules of a kind with `spec: { size: Int32 }` and `status?: { size?: Int32; names?: string[] }`, whose status the API
 * server clears when an object is created.
 */

export const rulesThatNeedStatus: readonly string[] = [
  'self.status.size > 0',
  'has(self.status)',
  'has(self.status) && self.status.size > 0',
  'has(self.status.size)',
  'self.spec.size > 0 && has(self.status.size)',
  '!has(self.status.size) || self.status.size > 0',
  'self.status.names.all(n, n != "")',
  'size(self.status.names) > 0',
  'self.spec.size > 0 ? has(self.status) : self.status.size > 0',
  'has(self.status) ? true : false',
]

export const rulesThatDoWithout: readonly string[] = [
  '!has(self.status) || self.status.size > 0',
  '!has(self.status) || !has(self.status.size) || self.status.size > 0',
  'self.spec.size > 0 || self.status.size > 0',
  'has(self.status) ? self.status.size > 0 : true',
  'self.spec.size > 0',
  'self.?status.size.orValue(0) >= 0',
  'self.spec.size > 0 ? has(self.spec) : has(self.status)',
  'oldSelf.spec.size == self.status.size',
]
