/**
 * What `make mutants` changes, and the tests that have to notice: the unit tests of the area, the nearest first.
 * A folder stands for every file below it.
 */
export const areas = {
  workqueue: {
    sources: ['src/runtime/workqueue'],
    tests: ['test/runtime/workqueue'],
  },
  'reflector-machine': {
    sources: [
      'src/runtime/informer/reflector-machine.ts',
      'src/runtime/informer/reflector-state.ts',
      'src/runtime/informer/reflector-reactions.ts',
    ],
    tests: [
      'test/runtime/informer/reflector-machine.test.ts',
      'test/runtime/informer/shared-index-informer.test.ts',
      'test/runtime/informer/histories.test.ts',
      'test/runtime/informer/informer-scripts.test.ts',
    ],
  },
  leaderelection: {
    sources: ['src/runtime/leaderelection'],
    tests: [
      'test/runtime/leaderelection/election.test.ts',
      'test/runtime/leaderelection/leader-elector.test.ts',
      'test/runtime/leaderelection/fenced-transport.test.ts',
      'test/runtime/leaderelection/election-scripts.test.ts',
    ],
  },
  'json-patch': {
    sources: ['src/runtime/webhook/admission/json-patch.ts'],
    tests: ['test/runtime/webhook/json-patch.test.ts'],
  },
  conversion: {
    sources: ['src/runtime/conversion', 'src/runtime/webhook/conversion'],
    tests: ['test/runtime/conversion', 'test/runtime/webhook/conversion.test.ts'],
  },
  certificates: {
    sources: ['src/runtime/certificates'],
    tests: ['test/runtime/certificates'],
  },
  rbac: {
    sources: [
      'src/generators/rbac.ts',
      'src/generators/rbac-checks.ts',
      'src/generators/policy-rules.ts',
    ],
    tests: [
      'test/generators/rbac.test.ts',
      'test/generators/rbac-mistakes.test.ts',
      'test/generators/policy-rules.test.ts',
    ],
  },
  unions: {
    sources: [
      'src/schema/types/unions.ts',
      'src/schema/types/object-unions.ts',
      'src/schema/types/scalar-unions.ts',
      'src/schema/types/union-properties.ts',
      'src/schema/types/finite-values.ts',
    ],
    tests: [
      'test/schema/types.test.ts',
      'test/schema/types-refused.test.ts',
      'test/schema/known-faults.test.ts',
    ],
  },
  'parse-marker': {
    sources: ['src/markers/parse-marker.ts'],
    tests: [
      'test/markers/marker-grammar.test.ts',
      'test/markers/marker-mistakes.test.ts',
      'test/markers/jsdoc-tags.test.ts',
      'test/markers/marker-values.property.test.ts',
    ],
  },
  kernel: {
    sources: ['src/validation', 'src/schema/checks'],
    tests: ['test/validation', 'test/schema'],
  },
}
