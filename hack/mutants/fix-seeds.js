import fc from 'fast-check'

// The same examples for every mutant, and the first that fails is enough.
fc.configureGlobal({ seed: 20260101, endOnFailure: true })
