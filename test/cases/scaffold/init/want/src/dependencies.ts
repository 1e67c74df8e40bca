// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import type { Manager } from 'kops/runtime'

/** What controllers need beside the manager: clients of other systems, settings, a clock for tests. */
export interface Dependencies {}

/** Makes them once, before any controller is set up. */
export function createDependencies(_manager: Manager): Dependencies {
  return {}
}
