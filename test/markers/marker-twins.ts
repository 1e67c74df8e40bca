import { markerDefinitions } from '../../src/markers/definitions.ts'
import { comment, goPackage, typescriptPackage, type Sources } from './twin-packages.ts'

/*
 * For each marker and each place it may stand in, the smallest API that it changes: in TypeScript and in
 * Go. Start reading at `markerTwins`.
 */

/** One marker on one target, in both languages. */
export interface MarkerTwin {
  /** `<name> <target>`. */
  readonly registration: string
  /** Packages of the group `<group>`, by version. */
  readonly typescript: (group: string) => Sources
  /** The same in Go; absent where controller-gen has no such marker. */
  readonly go?: (group: string) => Sources
  /** What kops makes of it. Role and webhook markers of all packages are merged, so they are tried apart. */
  readonly output: 'crd' | 'rbac' | 'webhook'
  /**
   * For a marker that repeats what the TypeScript type says, and so changes nothing: a property that it
   * contradicts, which is refused for that.
   */
  readonly contradicted?: string
}

/** A value: marker lines without `// +`, and the type they stand on in TypeScript and in Go. */
interface Value {
  readonly lines: readonly string[]
  readonly ts: string
  readonly go: string
  /** What `Part` is in Go, where the type speaks of it: controller-gen wants a name for each struct. */
  readonly part?: string
  readonly contradicted?: string
}

const v = 'kubebuilder:validation:'
const object = { ts: '{ a?: string }', go: 'Part', part: optionalFields('A') }
const twoFields = { ts: '{ a?: string; b?: string }', go: 'Part', part: optionalFields('A', 'B') }
const string = { ts: 'string', go: 'string' }
const int32 = { ts: 'Int32', go: 'int32' }
const strings = { ts: 'string[]', go: '[]string' }
const map = { ts: 'Record<string, string>', go: 'map[string]string' }
const listOfObjects = {
  ts: '{ a: string }[]',
  go: '[]Part',
  part: 'struct {\n\tA string `json:"a"`\n}',
}

/** `+kubebuilder:validation:X`, which also stands as `items:X` on a list. */
const valueRules: Readonly<Record<string, Value>> = {
  Maximum: { lines: ['Maximum=9'], ...int32 },
  Minimum: { lines: ['Minimum=1'], ...int32 },
  ExclusiveMaximum: { lines: ['Maximum=9', 'ExclusiveMaximum=true'], ...int32 },
  ExclusiveMinimum: { lines: ['Minimum=1', 'ExclusiveMinimum=true'], ...int32 },
  MultipleOf: { lines: ['MultipleOf=5'], ...int32 },
  MaxLength: { lines: ['MaxLength=9'], ...string },
  MinLength: { lines: ['MinLength=1'], ...string },
  Pattern: { lines: ['Pattern=`^[a-z]+$`'], ...string },
  MaxItems: { lines: ['MaxItems=9'], ...strings },
  MinItems: { lines: ['MinItems=1'], ...strings },
  // `false` is what holds anyway, and the API server refuses `true`.
  UniqueItems: { lines: ['UniqueItems=false'], ...strings, contradicted: 'UniqueItems=true' },
  MaxProperties: { lines: ['MaxProperties=9'], ...map },
  MinProperties: { lines: ['MinProperties=1'], ...map },
  Enum: { lines: ['Enum=a;b'], ...string },
  Format: { lines: ['Format=ipv4'], ...string },
  Type: { lines: ['Type=integer'], ...string },
  XPreserveUnknownFields: { lines: ['XPreserveUnknownFields'], ...object },
  XEmbeddedResource: { lines: ['XEmbeddedResource'], ...object },
  XIntOrString: { lines: ['XIntOrString'], ts: 'string', go: 'intstr.IntOrString' },
  XValidation: { lines: [`XValidation:rule="self != 'a'",message="not a"`], ...string },
}

const ownLines: Readonly<Record<string, Value>> = {
  'kubebuilder:pruning:PreserveUnknownFields': {
    lines: ['kubebuilder:pruning:PreserveUnknownFields'],
    ...object,
  },
  [`${v}AtMostOneOf`]: { lines: [`${v}AtMostOneOf=a;b`], ...twoFields },
  [`${v}ExactlyOneOf`]: { lines: [`${v}ExactlyOneOf=a;b`], ...twoFields },
  [`${v}AtLeastOneOf`]: { lines: [`${v}AtLeastOneOf=a;b`], ...twoFields },
  [`${v}EmbeddedResource`]: { lines: [`${v}EmbeddedResource`], ...object },
  [`${v}Schemaless`]: {
    lines: [`${v}Schemaless`, 'kubebuilder:pruning:PreserveUnknownFields'],
    ...string,
  },
  'kubebuilder:title': { lines: ['kubebuilder:title="A title"'], ...string },
  'kubebuilder:example': { lines: ['kubebuilder:example="a"'], ...string },
  'kubebuilder:externalDocs': {
    lines: ['kubebuilder:externalDocs:url="https://my.domain/docs",description="more"'],
    ...string,
  },
  'kubebuilder:default': { lines: ['kubebuilder:default="a"'], ...string },
  default: { lines: ['default="a"'], ...string },
  'k8s:immutable': { lines: ['k8s:immutable'], ...string },
  'k8s:minimum': { lines: ['k8s:minimum=1'], ...int32 },
  'k8s:maximum': { lines: ['k8s:maximum=9'], ...int32 },
  'k8s:maxItems': { lines: ['k8s:maxItems=9'], ...strings },
  'k8s:required': { lines: ['k8s:required'], ...string },
  listType: { lines: ['listType=set'], ...strings },
  'k8s:listType': { lines: ['k8s:listType=set'], ...strings },
  listMapKey: { lines: ['listType=map', 'listMapKey=a'], ...listOfObjects },
  'k8s:listMapKey': { lines: ['k8s:listType=map', 'k8s:listMapKey=a'], ...listOfObjects },
  mapType: { lines: ['mapType=atomic'], ...map },
  structType: { lines: ['structType=atomic'], ...object },
}

/**
 * Markers that repeat what a property says: the name, a property that says it, the same in Go, and a
 * property that says the contrary.
 */
const presenceMarkers: readonly (readonly [name: string, ts: string, go: string, no: string])[] = [
  ...['optional', 'k8s:optional', `${v}Optional`].map(
    (name) => [name, 'x?: string', 'X string `json:"x,omitempty"`', 'x: string'] as const,
  ),
  ...['required', `${v}Required`].map(
    (name) => [name, 'x: string', 'X string `json:"x"`', 'x?: string'] as const,
  ),
  ['nullable', 'x: string | null', 'X *string `json:"x"`', 'x: string'],
]

const kindMarkers: Readonly<Record<string, readonly string[]>> = {
  'kubebuilder:resource': [
    'resource:path=gadgets,singular=gadget,shortName=g;gd,categories=all,scope=Cluster',
  ],
  'kubebuilder:deprecatedversion': ['deprecatedversion:warning="use another"'],
  'kubebuilder:subresource:status': ['subresource:status'],
  'kubebuilder:subresource:scale': [
    'subresource:scale:specpath=.spec.x,statuspath=.status.count,selectorpath=.status.selector',
  ],
  'kubebuilder:printcolumn': [
    'printcolumn:name="X",type=integer,JSONPath=`.spec.x`,description="how many",format=int32,priority=1',
  ],
  'kubebuilder:selectablefield': ['selectablefield:JSONPath=.spec.x'],
  'kubebuilder:metadata': ['metadata:annotations="team=storage",labels="tier=core"'],
}

/** Markers of the second version of a kind, each with what the first then carries. */
const secondVersion: Readonly<Record<string, readonly string[]>> = {
  'kubebuilder:storageversion': [],
  'kubebuilder:unservedversion': ['kubebuilder:storageversion'],
  'kubebuilder:skipversion': ['kubebuilder:storageversion'],
}

const permission = 'kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list'
const webhook =
  'kubebuilder:webhook:path=/check,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps.my.domain,resources=tunnels,verbs=create;update,versions=v1,name=vcheck.my.domain,admissionReviewVersions=v1'

const packageMarkers: Readonly<
  Record<string, { readonly lines: readonly string[]; readonly output: MarkerTwin['output'] }>
> = {
  groupName: { lines: [], output: 'crd' },
  versionName: { lines: ['versionName=v7alpha1'], output: 'crd' },
  'kubebuilder:skip': { lines: ['kubebuilder:skip'], output: 'crd' },
  'kubebuilder:rbac': { lines: [permission], output: 'rbac' },
  'kubebuilder:webhook': { lines: [webhook], output: 'webhook' },
  'kubebuilder:webhookconfiguration': {
    lines: [webhook, 'kubebuilder:webhookconfiguration:mutating=false,name=mine'],
    output: 'webhook',
  },
}

/** Markers that controller-gen does not have. */
const ownPackageMarkers: Readonly<Record<string, readonly string[]>> = {
  'kops:webhook:rule': [
    webhook,
    'kops:webhook:rule:webhook=vcheck.my.domain,groups=b.my.domain,resources=b,verbs=delete,versions=v1',
  ],
  'kops:webhook:matchCondition': [
    webhook,
    'kops:webhook:matchCondition:webhook=vcheck.my.domain,name=all,expression=true',
  ],
}

/** Registrations that are there to be taken and said to be without effect. */
export const withoutEffect: readonly string[] = [`${v}Optional package`, `${v}Required package`]

/** Every registration that kops gives an effect. */
export const registrationsWithEffect: readonly string[] = markerDefinitions
  .filter((definition) => definition.class === 'effect')
  .flatMap(({ name, targets }) => targets.map((target) => `${name} ${target}`))
  .filter((registration) => !withoutEffect.includes(registration))

export const markerTwins: readonly MarkerTwin[] = [
  ...Object.entries(valueRules).flatMap(([name, value]) => [
    ...onFieldAndType(`${v}${name}`, prefixed(value, v)),
    ...onFieldAndType(`${v}items:${name}`, listOf(prefixed(value, `${v}items:`))),
  ]),
  ...Object.entries(ownLines).flatMap(([name, value]) => onFieldAndType(name, value)),
  ...presenceMarkers.map(([name, property, field, contrary]): MarkerTwin => {
    const marker = comment([name])
    return {
      registration: `${name} field`,
      output: 'crd',
      typescript: (group) => typescriptPackage({ group, property: `${marker}${property}` }),
      go: (group) => goPackage({ group, field: `${marker}${field}` }),
      contradicted: `${marker}${contrary}`,
    }
  }),
  {
    registration: 'k8s:enum type',
    output: 'crd',
    typescript: (group) =>
      typescriptPackage({
        group,
        property: 'x: Named',
        declarations: `${comment(['k8s:enum'])}export type Named = 'a' | 'b'`,
      }),
    go: (group) =>
      goPackage({
        group,
        field: 'X Named `json:"x"`',
        declarations: `${comment(['k8s:enum'])}type Named string\n\nconst (\n\tFirst Named = "a"\n\tSecond Named = "b"\n)`,
      }),
    contradicted: `x: Other }\n${comment(['k8s:enum'])}export type Other = string\nexport interface Rest {`,
  },
  ...(['type', 'field'] as const).flatMap((target) => [
    ownTwin('kops:maxDescriptionLength', 'kops:maxDescriptionLength=0', target),
    ownTwin('kops:description', 'kops:description="A part, "', target),
    ownTwin('kops:schema', 'kops:schema={"title":"A part"}', target),
    ...['oneOf', 'anyOf', 'allOf'].map((name) =>
      ownTwin(`kops:${name}`, `kops:${name}=[{"required":["name"]}]`, target),
    ),
    ownTwin('kops:not', 'kops:not={"required":["name","age"]}', target),
  ]),
  ownTwin('kops:keepOrder', 'kops:keepOrder', 'type'),
  ...Object.entries(kindMarkers).map(([name, lines]): MarkerTwin => {
    const markers = lines.map((line) => `kubebuilder:${line}`)
    const status = name === 'kubebuilder:subresource:scale'
    return {
      registration: `${name} type`,
      output: 'crd',
      typescript: (group) => typescriptPackage({ group, markers, status, property: 'x: Int32' }),
      go: (group) => goPackage({ group, markers, status, field: 'X int32 `json:"x"`' }),
    }
  }),
  ...Object.entries(secondVersion).map(([name, first]): MarkerTwin => ({
    registration: `${name} type`,
    output: 'crd',
    typescript: (group) => ({
      ...typescriptPackage({ group, markers: first, property: 'x: string' }),
      v2: typescriptPackage({ group, markers: [name], property: 'x: string' }).v1,
    }),
    go: (group) => ({
      ...goPackage({ group, markers: first, field: 'X string `json:"x"`' }),
      v2: goPackage({ group, markers: [name], field: 'X string `json:"x"`' }).v1.replace(
        'package v1',
        'package v2',
      ),
    }),
  })),
  {
    registration: 'kops:resource type',
    output: 'crd',
    typescript: (group) =>
      typescriptPackage({
        group,
        markers: ['kops:resource:listKind=Gadgets'],
        property: 'x: string',
      }),
  },
  {
    registration: 'kops:conversion type',
    output: 'crd',
    typescript: (group) =>
      typescriptPackage({ group, markers: ['kops:conversion'], property: 'x: string' }),
  },
  ...Object.entries(ownPackageMarkers).map(([name, lines]): MarkerTwin => ({
    registration: `${name} package`,
    output: 'webhook',
    typescript: (group) => ({
      v1: `${comment(lines)}\n${typescriptPackage({ group, property: 'x: string' }).v1}`,
    }),
  })),
  ...Object.entries(packageMarkers).map(([name, { lines, output }]): MarkerTwin => ({
    registration: `${name} package`,
    output,
    typescript: (group) => ({
      v1: `${comment(lines)}\n${typescriptPackage({ group, property: 'x: string' }).v1}`,
    }),
    go: (group) => ({
      v1: `${comment(lines)}${goPackage({ group, field: 'X string `json:"x"`' }).v1}`,
    }),
  })),
]

function prefixed({ lines, contradicted, ...value }: Value, prefix: string): Value {
  return {
    ...value,
    lines: lines.map((line) => `${prefix}${line}`),
    ...(contradicted !== undefined && { contradicted: `${prefix}${contradicted}` }),
  }
}

function listOf({ ts, go, ...value }: Value): Value {
  return { ...value, ts: `(${ts})[]`, go: `[]${go}` }
}

/** The marker on a field, and on a type that a field has, as far as the table has it there. */
function onFieldAndType(name: string, value: Value): MarkerTwin[] {
  return [onField(name, value), onType(name, value)].filter(({ registration }) =>
    registrationsWithEffect.includes(registration),
  )
}

function onField(name: string, { lines, ts, go, part, contradicted }: Value): MarkerTwin {
  const declarations = declarePart(part)
  return {
    registration: `${name} field`,
    output: 'crd',
    typescript: (group) => typescriptPackage({ group, property: `${comment(lines)}x: ${ts}` }),
    go: (group) =>
      goPackage({ group, field: `${comment(lines)}X ${go} \`json:"x"\``, declarations }),
    ...(contradicted !== undefined && { contradicted: `${comment([contradicted])}x: ${ts}` }),
  }
}

function onType(name: string, { lines, ts, go, part, contradicted }: Value): MarkerTwin {
  const named = go === 'Part' ? part : go
  const declared = `${comment(lines)}type Named ${named}`
  return {
    registration: `${name} type`,
    output: 'crd',
    typescript: (group) =>
      typescriptPackage({
        group,
        property: 'x: Named',
        declarations: `${comment(lines)}export type Named = ${ts}`,
      }),
    go: (group) =>
      goPackage({
        group,
        field: 'X Named `json:"x"`',
        declarations: go === 'Part' ? declared : `${declared}\n${declarePart(part)}`,
      }),
    ...(contradicted !== undefined && {
      contradicted: `x: Other }\n${comment([contradicted])}export type Other = ${ts}\nexport interface Rest {`,
    }),
  }
}

function declarePart(part: string | undefined): string {
  return part === undefined ? '' : `\ntype Part ${part}\n`
}

function optionalFields(...names: readonly string[]): string {
  const fields = names.map(
    (name) => `\t${name} string \`json:"${name.toLowerCase()},omitempty"\`\n`,
  )
  return `struct {\n${fields.join('')}}`
}

/** A marker that controller-gen does not have, on a type of two fields or on a field that has it. */
function ownTwin(name: string, line: string, target: 'type' | 'field'): MarkerTwin {
  const marker = comment([line])
  const [onField, onType] = target === 'field' ? [marker, ''] : ['', marker]
  return {
    registration: `${name} ${target}`,
    output: 'crd',
    typescript: (group) =>
      typescriptPackage({
        group,
        property: `${onField}x: Named`,
        declarations: `/** A part. */\n${onType}export interface Named {\n  /** A name. */\n  name: string\n  age: Int32\n}`,
      }),
  }
}
