// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { findConversionLosses } from 'kops/testing'
import { expect, test } from 'vitest'
import { convertFrom, convertTo } from './application.conversion.ts'

const crd = 'config/crd/bases/apps.my.domain_applications.yaml'

// What is lost is told by field, with what it was before and after. A loss that is meant is named in the
// place of {}: `toEqual({ 'spec.color': expect.anything() })`.
test('what is stored as v1 comes back whole from v2', async () => {
  const trip = { version: 'v1', there: convertFrom, back: convertTo }
  expect(await findConversionLosses(crd, trip)).toEqual({})
})

test('what is written as v2 comes back whole from v1', async () => {
  const trip = { version: 'v2', there: convertTo, back: convertFrom }
  expect(await findConversionLosses(crd, trip)).toEqual({})
})
