// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

// kops brings the manager that runs controllers with a later version. Until then there is nothing
// that this program could start, and it says so instead of seeming to work.
console.error('cannot start demo: this version of kops has no manager to run')
process.exitCode = 1
