/** One way in which a form of TypeScript becomes a schema. */
export interface MappingRule {
  readonly rule: string
  /** The function below `src/schema/types/` that keeps it. */
  readonly keptBy: string
  /** Words of a row or of a name in a test of `test/`, by file. */
  readonly tests: Readonly<Record<string, string>>
  /** Folders of `test/cases/generate/`, whose objects the API server judges; none where nothing is written. */
  readonly cases: readonly string[]
}

const types = 'schema/types.test.ts'
const refused = 'schema/types-refused.test.ts'
const faults = 'schema/known-faults.test.ts'
const markers = 'schema/markers.test.ts'
const forms = 'typemodel/forms.test.ts'
const modules = 'typemodel/modules.test.ts'

function rule(
  text: string,
  keptBy: string,
  held: Pick<MappingRule, 'tests'> & Partial<MappingRule>,
): MappingRule {
  return { rule: text, keptBy, cases: [], ...held }
}

/** How TypeScript becomes schemas, all of it. `docs/types.md` tells the same to users. */
export const mappingRules: readonly MappingRule[] = [
  // Scalars.
  rule('string and boolean are themselves', 'buildPrimitive', {
    tests: { [types]: "['boolean', { type: 'boolean' }]" },
    cases: ['objects'],
  }),
  rule('plain number is what the project says, an error without it', 'buildPrimitive', {
    tests: { [types]: 'plain numbers' },
    cases: ['numbers'],
  }),
  rule('unknown is any value, object and {} any object', 'buildPrimitive', {
    tests: { [types]: "['object', freeForm]" },
    cases: ['free-form'],
  }),
  rule('brands of numbers have a type and a format', 'buildLibraryType', {
    tests: { [types]: "['Int64', { type: 'integer', format: 'int64' }]" },
    cases: ['numbers', 'large-integers'],
  }),
  rule('scalars of Kubernetes have their formats', 'buildLibraryType', {
    tests: { [types]: "['MicroTime', { type: 'string', format: 'date-time' }]" },
    cases: ['scalars'],
  }),
  rule("Kubernetes' own types have controller-gen's schemas", 'buildLibraryType', {
    tests: { 'kube/kubernetes-types.test.ts': 'controller-gen' },
    cases: ['kubernetes-types', 'conditions', 'object-meta'],
  }),
  rule("a field taken from Kubernetes' types keeps its facts", 'libraryProperty', {
    tests: { 'typemodel/modules.test.ts': "kops's own types" },
    cases: ['kubernetes-types'],
  }),
  // Literals and enums.
  rule('a literal is an enum of one', 'buildLiteral', {
    tests: { [types]: "['true', { type: 'boolean', enum: [true] }]" },
    cases: ['enums'],
  }),
  rule('a union of literals is an enum in the order of the source', 'enumSchema', {
    tests: { [types]: `["'b' | 'a' | ''"` },
    cases: ['enums'],
  }),
  rule("TypeScript's enums list their values, computed ones too", 'buildEnum', {
    tests: { [types]: 'const enum E { R = 1 << 0', [faults]: 'enums list values and not names' },
    cases: ['enums'],
  }),
  rule('keyof and typeof a const are unions of literals', 'finiteValues', {
    tests: { [types]: '(typeof list)[number]', [forms]: 'typeof' },
    cases: ['enums'],
  }),
  rule('numbers and texts in one enum are int-or-string', 'intOrString', {
    tests: { [types]: `["1 | 'max'"` },
    cases: ['union-of-scalars'],
  }),
  // Presence.
  rule('? and undefined alone decide what is required', 'admitsUndefined', {
    tests: { [types]: "['x: Maybe', false]" },
    cases: ['optional-nullable'],
  }),
  rule('null makes a value nullable, an alias that admits it too', 'admitsNull', {
    tests: { [types]: "'type A = string | null'" },
    cases: ['optional-nullable', 'nullable-items'],
  }),
  rule(
    'a nullable enum is a pattern or a rule, since the server takes no null in an enum',
    'asNullable',
    {
      tests: { [types]: "'a.b' | 'c' | null" },
      cases: ['nullable-enums'],
    },
  ),
  // Lists, tuples, maps, templates.
  rule('all forms of arrays are one', 'buildArray', {
    tests: { [types]: "['ReadonlyArray<string>'" },
    cases: ['arrays'],
  }),
  rule('a tuple of one type has a length, optional and rest elements count', 'buildTuple', {
    tests: { [types]: '[string, ...string[]]', [refused]: 'schema/mixed-tuple' },
    cases: ['templates-and-tuples'],
  }),
  rule('a record is a map, of unknown values a free-form object', 'buildMap', {
    tests: { [types]: "['Record<string, unknown>', freeForm]" },
    cases: ['records', 'free-form'],
  }),
  rule('what an alias says of keys is a rule over all keys', 'keyRules', {
    tests: { [markers]: 'an alias of a key becomes a rule over all keys' },
    cases: ['map-keys'],
  }),
  rule('a template literal is a pattern, a finite one an enum', 'buildTemplate', {
    tests: { [types]: '`env-${string}`' },
    cases: ['templates-and-tuples'],
  }),
  rule('a template literal in a union is a pattern of one branch', 'templatePattern', {
    tests: { [types]: '`n${Int32}`' },
    cases: ['templates-and-tuples'],
  }),
  rule('what stands in a pattern literally is escaped', 'escapePattern', {
    tests: { [types]: "'\\\\.txt$'" },
    cases: ['templates-and-tuples'],
  }),
  // Objects and names.
  rule('an object has its properties and those that it extends', 'buildObject', {
    tests: { [types]: 'interface Sub extends Base' },
    cases: ['objects', 'inheritance'],
  }),
  rule('properties beside an index are refused', 'buildClosedObject', {
    tests: { [refused]: 'schema/index-beside-properties' },
  }),
  rule('an object without a shape is free-form', 'freeFormObject', {
    tests: { [types]: "['{}', freeForm]" },
    cases: ['free-form'],
  }),
  rule('an alias or interface says its markers and text wherever it is used', 'buildNamed', {
    tests: { [markers]: 'an alias constrains items and values at any depth' },
    cases: ['aliases', 'type-and-field'],
  }),
  rule('generics, defaults and constraints are filled in', 'buildNamed', {
    tests: { [types]: "'Box<string>'" },
    cases: ['generics'],
  }),
  rule('Pick, Omit, Partial and mapped types keep the markers of properties', 'buildObject', {
    tests: { [markers]: 'markers of a field travel through mapped types' },
    cases: ['utility-types'],
  }),
  rule('imports, barrels, path aliases and workspaces resolve', 'buildNamed', {
    tests: { [modules]: 'a monorepo' },
    cases: ['imports'],
  }),
  rule('a recursive type is an error', 'buildNamed', {
    tests: { [refused]: 'a cycle of %s is told once, and by name' },
  }),
  rule('a marker cuts a cycle', 'cutsCycles', {
    tests: { [refused]: 'a marker on the field ends a cycle' },
    cases: ['recursion-cut'],
  }),
  rule(
    'a rule of an optional property that looks at its absence stands at the parent',
    'hoistParentRules',
    {
      tests: { [markers]: 'is so in its parent too' },
      cases: ['immutable'],
    },
  ),
  rule('rules that were raised to the parent are told apart from its own', 'markParentRule', {
    tests: { [markers]: 'is so in its parent too' },
    cases: ['immutable'],
  }),
  // Unions.
  rule('a union is taken apart: null, literals, scalars, objects', 'buildUnion', {
    tests: { [types]: 'scalar unions', [refused]: 'schema/mixed-union' },
    cases: ['union-of-scalars', 'union-of-objects'],
  }),
  rule('a union of scalars is int-or-string or a value that is narrowed', 'buildScalarUnion', {
    tests: { [types]: "['string | boolean'" },
    cases: ['union-of-scalars'],
  }),
  rule('a union of objects is one object with branches', 'buildObjectUnion', {
    tests: { [types]: 'object unions' },
    cases: ['union-of-objects', 'union-nested'],
  }),
  rule('a property of several branches has one type', 'mergeBranchProperties', {
    tests: { [refused]: 'schema/union-field-conflict' },
    cases: ['union-nested'],
  }),
  rule('what every branch requires is required outside', 'commonlyRequired', {
    tests: { [types]: "required: ['c', 'k']" },
    cases: ['union-of-objects'],
  }),
  rule('a branch demands its own properties and refuses those of others', 'branchDemands', {
    tests: { [faults]: 'a union of objects is structural' },
    cases: ['union-of-objects'],
  }),
  rule(
    'a marker that constrains stands in its branch as a value validation',
    'valueValidationsOf',
    {
      tests: { [types]: "anyOf: [{ pattern: '^[a-z]+$' }, { enum: ['AUTO'] }]" },
      cases: ['union-of-scalars'],
    },
  ),
  rule('types stand outside of branches', 'structureOf', {
    tests: { 'schema/structural.test.ts': 'is structural wherever nothing is reported' },
    cases: ['union-of-objects'],
  }),
  rule('texts stand outside of branches', 'textsOf', {
    tests: { 'schema/structural.test.ts': 'is structural wherever nothing is reported' },
    cases: ['union-of-objects'],
  }),
  rule('a branch has no texts', 'withoutTexts', {
    tests: { 'schema/structural.test.ts': 'is structural wherever nothing is reported' },
    cases: ['union-of-objects'],
  }),
  rule('rules in CEL of a branch hold for that branch', 'buildObjectUnion', {
    tests: { 'schema/structural.test.ts': 'is structural wherever nothing is reported' },
    cases: ['union-rules'],
  }),
  rule('a type that says more than its shape is not folded into an enum', 'hasEffects', {
    tests: { [types]: "Name | 'AUTO'" },
    cases: ['union-of-scalars'],
  }),
  rule('what a union makes is checked like what is written', 'settle', {
    tests: { 'schema/structural.test.ts': 'is structural wherever nothing is reported' },
    cases: ['union-nested'],
  }),
  // What JSON cannot carry, and texts.
  rule('what JSON cannot carry is an error that names what can', 'buildUnsupported', {
    tests: { [refused]: 'schema/not-json', [faults]: 'objects of the language are errors' },
  }),
  rule('what is refused has no consequences', 'brokenSchema', {
    tests: { [refused]: 'what follows from a refused type is not told' },
  }),
  rule('descriptions come along, cut where a marker says so', 'cutDescriptions', {
    tests: { [markers]: 'a marker drops the descriptions of an embedded type' },
    cases: ['descriptions', 'descriptions-dropped', 'descriptions-shortened'],
  }),
]
