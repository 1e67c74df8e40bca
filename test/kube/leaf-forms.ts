import fc from 'fast-check'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { arbitraryName, bounds, declare, validation, type Form } from './typed-form.ts'

/*
 * Forms of TypeScript that hold no other type, each with values on both sides of every bound that it sets.
 */

const integers: Form = {
  type: 'Int32',
  valid: [0, -2147483648, 2147483647],
  invalid: [2147483648, -2147483649, 1.5, '1', true],
}

const scalars: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  string: fc.constant({ type: 'string', valid: ['a', '', 'é\n'], invalid: [1, true, ['a'], {}] }),
  boolean: fc.constant({ type: 'boolean', valid: [true, false], invalid: ['true', 0] }),
  Int32: fc.constant(integers),
  Int64: fc.constant({
    type: 'Int64',
    valid: [0, -9223372036854775808n, 9223372036854775807n],
    invalid: [0.5, '0'],
  }),
  Integer: fc.constant({ type: 'Integer', valid: [-1, 2 ** 40], invalid: [1.5, ''] }),
  Double: fc.constant({ type: 'Double', valid: [1.5, -2, 1e300], invalid: ['1.5', false] }),
  IntOrString: fc.constant({ type: 'IntOrString', valid: [1, '10%'], invalid: [1.5, true, []] }),
  Quantity: fc.constant({
    type: 'Quantity',
    valid: ['1Gi', 5, '500m'],
    invalid: ['much', 1.5, {}],
  }),
  Time: fc.constant({
    type: 'Time',
    valid: ['2026-01-31T12:00:00Z'],
    invalid: ['2026-01-31', 'now', 0],
  }),
  Bytes: fc.constant({ type: 'Bytes', valid: ['aGk='], invalid: ['***', '', 1] }),
  anything: fc.constantFrom(
    { type: 'unknown', valid: [1, 'a', { a: [1] }, [true]], invalid: [] },
    { type: 'object', valid: [{}, { a: { b: 1 } }], invalid: ['a', 1, []] },
    { type: 'Record<string, unknown>', valid: [{}, { a: { b: 1 } }], invalid: ['a', 1, []] },
  ),
}

const marked: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  'bounded integer': fc.tuple(bounds(1000), fc.boolean()).map(([[low, high], exclusive]) => {
    const [least, most] = exclusive ? [low + 1, high + 2] : [low, high]
    return {
      type: 'Int32',
      markers: [
        validation('Minimum', low),
        validation('Maximum', exclusive ? high + 3 : high),
        ...(exclusive
          ? [validation('ExclusiveMinimum', 'true'), validation('ExclusiveMaximum', 'true')]
          : []),
      ],
      valid: [least, most],
      invalid: [least - 1, most + 1],
    }
  }),
  multiple: fc.integer({ min: 2, max: 100 }).map((step) => ({
    type: 'Integer',
    markers: [validation('MultipleOf', step)],
    valid: [0, step, -3 * step],
    invalid: [1, step + 1],
  })),
  'bounded string': bounds(20).map(([low, high]) => ({
    type: 'string',
    markers: [validation('MinLength', low), validation('MaxLength', high)],
    valid: ['a'.repeat(low), 'é'.repeat(high)],
    invalid: ['a'.repeat(low - 1), 'a'.repeat(high + 1)],
  })),
  pattern: bounds(9).map(([low, high]) => ({
    type: 'string',
    markers: [validation('Pattern', `\`^[a-f]{${low},${high}}$\``)],
    valid: ['a'.repeat(low), 'f'.repeat(high)],
    invalid: ['a'.repeat(low - 1), 'a'.repeat(high + 1), 'g'.repeat(low)],
  })),
  format: fc
    .constantFrom(
      ['ipv4', '10.0.0.1', '10.0.0.256'],
      ['ipv6', '::1', '10.0.0.1'],
      ['cidr', '10.0.0.0/8', '10.0.0.0'],
      ['mac', '00:1b:63:84:45:e6', '00:1b'],
      ['uuid', '0a5ad2a3-0f1b-4f4e-9d2c-2f0c3b9d8e11', '0a5ad2a3'],
      ['email', 'a@example.com', 'example.com'],
      ['hostname', 'example.com', 'a_b.example.com-'],
      ['date', '2026-01-31', '31.1.2026'],
      ['uri', 'https://example.com/a', 'a b'],
    )
    .map(([format = '', good = '', bad = '']) => ({
      type: 'string',
      markers: [validation('Format', format)],
      valid: [good],
      invalid: [bad, 1],
    })),
  'marked alias': fc.tuple(arbitraryName, bounds(50)).map(([name, [low, high]]) => ({
    type: name,
    declarations: [
      `${validation('Minimum', low)}\n${validation('Maximum', high)}\nexport type ${name} = Int32`,
    ],
    valid: [low, high],
    invalid: [low - 1, high + 1],
  })),
  'CEL rule': fc.integer({ min: 2, max: 50 }).map((step) => ({
    type: 'Integer',
    markers: [validation('XValidation:rule', `"self % ${step} == 1"`)],
    valid: [1, step + 1],
    invalid: [0, step + 2],
  })),
  'CEL rule of an object': arbitraryName.map((name) => ({
    type: name,
    declarations: [
      `${validation('XValidation:rule', '"!has(self.high) || self.low <= self.high"')}\n${declare(name, '  low: Integer\n  high?: Integer')}`,
    ],
    valid: [{ low: 1, high: 1 }, { low: 1 }],
    invalid: [{ low: 2, high: 1 }, {}],
  })),
  'OneOf markers': fc
    .tuple(arbitraryName, fc.constantFrom('AtMost', 'Exactly', 'AtLeast'))
    .map(([name, many]) => {
      const [none, one, both] = [{}, { a: 'x' }, { a: 'x', b: 1 }]
      return {
        type: name,
        declarations: [
          `${validation(`${many}OneOf`, 'a;b')}\n${declare(name, '  a?: string\n  b?: Integer')}`,
        ],
        valid: [one, { b: 1 }, ...(many === 'AtMost' ? [none] : many === 'AtLeast' ? [both] : [])],
        invalid: [
          { a: 1 },
          ...(many === 'AtMost' ? [both] : many === 'AtLeast' ? [none] : [none, both]),
        ],
      }
    }),
  set: fc.constant({
    type: 'string[]',
    markers: ['// +listType=set'],
    valid: [[], ['a', 'b']],
    invalid: [['a', 'b', 'a'], [1]],
  }),
  'map in a list': fc.boolean().map((isTwice) => ({
    type: '{ name: string; port: Integer; more?: string }[]',
    markers: [
      '// +listType=map',
      '// +listMapKey=name',
      ...(isTwice ? ['// +listMapKey=port'] : []),
    ],
    valid: [
      [],
      [
        { name: 'a', port: 1 },
        { name: 'b', port: 1 },
      ],
    ],
    invalid: [
      [
        { name: 'a', port: 1 },
        { name: 'a', port: 1, more: 'x' },
      ],
      [
        { name: 'a', port: 1 },
        { name: 'a', port: isTwice ? 1 : 2 },
      ],
      [{ port: 1 }],
    ],
  })),
  'keys of a map': fc.tuple(arbitraryName, bounds(5)).map(([name, [low, high]]) => ({
    type: `Record<${name}, Integer>`,
    markers: [validation('MaxProperties', 3)],
    declarations: [
      `${validation('MinLength', low)}\n${validation('MaxLength', high)}\nexport type ${name} = string`,
    ],
    valid: [{}, { ['a'.repeat(low)]: 1 }, { ['a'.repeat(high)]: 1 }],
    invalid: [
      { ['a'.repeat(low - 1)]: 1 },
      { ['a'.repeat(high + 1)]: 1 },
      { ['a'.repeat(low)]: 'x' },
      Object.fromEntries(['a', 'b', 'c', 'd'].map((letter) => [letter.repeat(low), 1])),
    ],
  })),
  'embedded resource': fc.constant({
    type: 'object',
    markers: ['// +kubebuilder:validation:EmbeddedResource'],
    valid: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { x: 1 } }],
    invalid: [{}, { apiVersion: 'v1' }, { apiVersion: 'v1', kind: 1 }],
  }),
}

const words = fc.uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 })

const literals: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  'union of strings': words.map((all) => ({
    type: all.map((word) => JSON.stringify(word)).join(' | '),
    valid: all,
    invalid: [`${all.join('')}x`, 1],
  })),
  'union of integers': fc
    .uniqueArray(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 4 })
    .map((all) => ({
      type: all.join(' | '),
      valid: all,
      invalid: [100, String(all[0])],
    })),
  'literal boolean': fc
    .boolean()
    .map((value) => ({ type: `${value}`, valid: [value], invalid: [!value, 'true'] })),
  enum: fc
    .tuple(
      arbitraryName,
      fc.constantFrom(
        { body: "A = 'a', B = 'b'", valid: ['a', 'b'], invalid: ['A', 'c', 0] },
        { body: 'A, B = 5, C', valid: [0, 5, 6], invalid: [1, 'A'] },
        { body: 'A = 1 << 2, B = A | 1', valid: [4, 5], invalid: [1, 6] },
        { body: "A = 3, B = 'b'", valid: [3, 'b'], invalid: [4, 'A'] },
        { body: "A = 'x', B = `${A}-y`", valid: ['x', 'x-y'], invalid: ['B'] },
      ),
      fc.constantFrom('', 'const '),
    )
    .map(([name, { body, valid, invalid }, isConst]) => ({
      type: name,
      declarations: [`export ${isConst}enum ${name} { ${body} }`],
      valid,
      invalid,
    })),
  'members of an enum': arbitraryName.map((name) => ({
    type: `${name}.A | ${name}.B`,
    declarations: [`export enum ${name} { A = 'a', B = 'b', C = 'c' }`],
    valid: ['a', 'b'],
    invalid: ['c', 'A'],
  })),
  keyof: fc.tuple(arbitraryName, fc.boolean()).map(([name, isEnum]) => ({
    type: isEnum ? `keyof typeof ${name}` : `keyof ${name}`,
    declarations: [
      isEnum
        ? `export enum ${name} { one = 1, two = 2 }`
        : declare(name, '  one: string\n  two?: Int32'),
    ],
    valid: ['one', 'two'],
    invalid: ['three', 1],
  })),
  'typeof an object': arbitraryName.map((name) => ({
    type: `(typeof ${name})[keyof typeof ${name}]`,
    declarations: [`export const ${name} = { one: 'x', two: 'y' } as const`],
    valid: ['x', 'y'],
    invalid: ['one', 'z'],
  })),
  'list as const': fc.tuple(arbitraryName, words).map(([name, all]) => ({
    type: `(typeof ${name})[number]`,
    declarations: [`export const ${name} = ${JSON.stringify(all)} as const`],
    valid: all,
    invalid: [`${all.join('')}x`, 0],
  })),
  'template of literals': fc.stringMatching(/^[a-z]{1,5}$/).map((word) => ({
    type: `\`${word}-\${'a' | 'b'}\``,
    valid: [`${word}-a`, `${word}-b`],
    invalid: [`${word}-c`, word, 1],
  })),
  'template of a string': fc.stringMatching(/^[a-z.+]{1,5}$/).map((word) => ({
    type: `\`${word}-\${string}\``,
    valid: [`${word}-`, `${word}-b`],
    invalid: [`x${word}-c`, word, 1],
  })),
  'template of a number': fc.stringMatching(/^[a-z]{1,5}$/).map((word) => ({
    type: `\`${word}\${Int32}\``,
    valid: [`${word}0`, `${word}-12`],
    invalid: [`${word}1.5`, word, `${word}1x`],
  })),
  'enum or null': words.map((all) => ({
    type: [...all.map((word) => JSON.stringify(word)), 'null'].join(' | '),
    valid: [...all, null],
    invalid: [`${all.join('')}x`, 1],
  })),
}

const noScalars: readonly JsonValue[] = [[], ['a'], {}, { a: 1 }]

const mixtures: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  'integer or string': fc.constantFrom('Int32 | string', 'string | Integer').map((type) => ({
    type,
    valid: [1, -5, 'a', ''],
    invalid: [1.5, true, []],
  })),
  'integer or literal': fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }).map((all) => ({
    type: `${all.join(' | ')} | 'max'`,
    valid: [...all, 'max'],
    invalid: [10, 'min', 1.5],
  })),
  'integer or pattern': fc.tuple(arbitraryName, bounds(5)).map(([name, [low, high]]) => ({
    type: `Int32 | ${name}`,
    declarations: [
      `${validation('Pattern', `\`^[a-z]{${low},${high}}$\``)}\nexport type ${name} = string`,
    ],
    valid: [1, 'a'.repeat(low), 'z'.repeat(high)],
    invalid: ['a'.repeat(low - 1), 'a'.repeat(high + 1), 1.5, 'A'],
  })),
  'scalars of several types': fc.constantFrom(
    { type: 'string | boolean', valid: ['a', true], invalid: [0, 5, ...noScalars] },
    { type: "boolean | 'auto'", valid: [false, 'auto'], invalid: ['x', 0, 5, ...noScalars] },
    { type: "Double | 'auto'", valid: [1.5, 'auto'], invalid: ['x', true, ...noScalars] },
  ),
}

const kubernetes: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  "Kubernetes' type": fc.constantFrom<Form[]>(
    { type: 'LocalObjectReference', valid: [{ name: 'a' }], invalid: [{ name: 1 }, 'a'] },
    {
      type: 'SecretKeySelector',
      valid: [
        { name: 'a', key: 'k' },
        { name: 'a', key: 'k', optional: true },
      ],
      invalid: [{ name: 'a' }, { name: 'a', key: 1 }],
    },
    {
      type: 'LabelSelector',
      valid: [
        { matchLabels: { a: 'b' } },
        { matchExpressions: [{ key: 'a', operator: 'In', values: ['x'] }] },
      ],
      invalid: [{ matchExpressions: [{ key: 'a' }] }, { matchLabels: { a: 1 } }],
    },
    {
      type: 'ResourceRequirements',
      valid: [{ limits: { cpu: '1', memory: 5 } }],
      invalid: [{ limits: { cpu: 'x' } }, { claims: [{ name: 'a' }, { name: 'a' }] }],
    },
    {
      type: 'PodTemplateSpec',
      valid: [{ spec: { containers: [{ name: 'a', image: 'b' }] } }],
      invalid: [{ spec: {} }, { spec: { containers: [{ image: 'b' }] } }],
    },
    {
      type: 'PersistentVolumeClaimSpec',
      valid: [{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }],
      invalid: [{ accessModes: 'ReadWriteOnce' }],
    },
    {
      type: "NonNullable<PodSpec['tolerations']>",
      valid: [[], [{ key: 'a', operator: 'Exists', tolerationSeconds: 1 }]],
      invalid: [[{ tolerationSeconds: 'x' }], {}],
    },
  ),
}

export const leaves: Readonly<Record<string, fc.Arbitrary<Form>>> = {
  ...scalars,
  ...marked,
  ...literals,
  ...mixtures,
  ...kubernetes,
} // prettier-ignore
