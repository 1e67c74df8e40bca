// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

// +groupName=apps.my.domain
export {}
