import { findSampleProblems } from 'kops/testing'
import { expect, test } from 'vitest'

test('every sample is an object that its CRD takes', async () => {
  expect(await findSampleProblems('config/samples', 'config/crd/bases')).toEqual([])
})
