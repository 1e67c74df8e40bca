import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../../src/apimachinery/custom-resource-definition.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { inBatches } from '../random-kinds.ts'
import { compareWithServer, definitionOf, validatorOf } from './compare-with-server.ts'

/*
 * Strings near each format, and whether they are of it, by the API server and by kops.
 */

const samples: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ['507f1f77bcf86cd799439011', '507F1F77BCF86CD799439011', '507f1f77', 'zz7f1f77bcf86cd799439011'],
  uri: ['https://a.b/c?d#e', 'http://a b/', '/a/b', 'a/b', 'mailto:a@b', '*', ':a', 'http://[::1]:80/', 'http://[::1', 'http://a:b/', 'http://a:80:90/', 'http://::1/', 'http://a%zz/', '/a%zz', 'http://a%41/', 'http://%e4.x/', 'http://u:p@h/', 'http://u@v@h/', '//a/b', '///a', 'http:///a', 'x:', '1http://a', 'http://a?b', 'http://é/', 'http://a\\b/', 'ftp://a/ b', '/a b'],
  email: ['a@b', 'a@b.c', 'A <a@b.c>', '<a@b>', '"a b"@c', 'a b@c', 'a@', '@b', 'a@b@c', 'a.@b', '.a@b', 'a..b@c', 'a@[1.2.3.4]', 'ä@ö.de', 'A. B. <a@b>', '"A, B" <a@b>', 'a@b ', ' a@b', 'a@b, c@d', 'A B a@b', 'a@b.', 'a@-b'],
  hostname: ['a', 'a.b', 'a.bc', 'A.Bc', '-a', 'a-', 'a_b', 'a.b.c1', '1.com', 'é.com', 'a..bc', 'a.bc.', 'a'.repeat(64), `${'a'.repeat(63)}.com`, '☃.com', 'a.1'],
  ipv4: ['1.2.3.4', '01.02.03.004', '256.1.1.1', '1.2.3', '::1', '::ffff:1.2.3.4', '::ffff:01.2.3.4', '1.2.3.4.5', '1.2.3.-4', '1.2.3.4 '],
  ipv6: ['::1', 'fe80::1%eth0', '1::2::3', '1.2.3.4', '::ffff:1.2.3.4', '::ffff:01.2.3.4', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7', 'g::'],
  cidr: ['10.0.0.0/8', '10.0.0.0/33', '10.0.0.0', '::/0', '::/129', '10.0.0.0/08', '010.0.0.0/8', '/8', '10.0.0.0/', '::ffff:1.2.3.4/96', '10.0.0.1/8/8'],
  mac: ['00:1b:63:84:45:e6', '00-1b-63-84-45-e6', '001b.6384.45e6', '00:1b:63:84:45', '00:1b:63:84:45:e6:00:11', '00:1b-63:84:45:e6', '0:1b:63:84:45:e6', '001b.6384.45e6.0011'],
  uuid: ['0a5ad2a3-0f1b-4f4e-9d2c-2f0c3b9d8e11', '0A5AD2A30F1B4F4E9D2C2F0C3B9D8E11', '0a5ad2a3'],
  uuid3: ['0a5ad2a3-0f1b-3f4e-9d2c-2f0c3b9d8e11', '0a5ad2a3-0f1b-4f4e-9d2c-2f0c3b9d8e11', '0a5ad2a3-0f1b-3f4e-fd2c-2f0c3b9d8e11'],
  uuid4: ['0a5ad2a3-0f1b-4f4e-9d2c-2f0c3b9d8e11', '0a5ad2a3-0f1b-4f4e-fd2c-2f0c3b9d8e11'],
  uuid5: ['0a5ad2a3-0f1b-5f4e-9d2c-2f0c3b9d8e11', '0a5ad2a3-0f1b-4f4e-9d2c-2f0c3b9d8e11'],
  isbn: ['3836221195', '978-0321751041', '1-61729-085-8', '3 401 01319 X', '1234567890'],
  isbn10: ['3836221195', '978-0321751041', '0-0-0-0000000'],
  isbn13: ['9780321751041', '9780321751042', '3836221195'],
  creditcard: ['4220855426222389', '4220-8554-2622-2389', '4220855426213389', '', '5139288802098206', '374953669708156x'],
  ssn: ['111-22-3333', '111 22-3333', '111223333', '111-22-333'],
  hexcolor: ['#fff', 'fff', '#ff', '#12abCD', '#12abCG'],
  rgbcolor: ['rgb(0,31,255)', 'rgb(0, 31 , 255)', 'rgb(01,31,255)', 'rgb(256,0,0)', 'rgba(0,0,0,0)'],
  byte: ['aGk=', '', 'aGk', '***', 'aGkh', 'aG==', 'a-_h'],
  password: ['', 'x'],
  date: ['2026-02-28', '2026-02-29', '2024-02-29', '2026-2-1', '2026-13-01', '0000-01-01', '2026-01-01T'],
  duration: ['1h30m', '1.5s', '-1s', '0', '1', '', '1d', '2 days', '1 week', '5 parsecs', '1h 5x', '300000h', '3000000h', '1µs', '1μs', 'P1D', '.5s', '1.s', '+1s', '9223372036854775808 s'],
  'date-time': ['2026-01-31T12:00:00Z', '2026-01-31t12:00:00z', '2026-01-31T12:00:00', '2026-01-31 12:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:00:00.123+02:00', '2026-01-31T12:00:00+0200', '2026-02-31T12:00:00Z', '2026-01-31T12:00:00x1Z', '2026-01-31T12:60:00Z', '2026-01-31T12:00:60Z'],
  'k8s-short-name': ['a', 'a-b', 'A', '-a', 'a.b', 'a'.repeat(64), ''],
  'k8s-long-name': ['a', 'a.b', 'a..b', 'A', 'a'.repeat(254)],
} // prettier-ignore

const group = 'formats.validation.kube.kops.dev'
const names = Object.keys(samples)

test('strings are of a format here where they are for the API server', async (context) => {
  const client = useClient(context)
  const properties = Object.fromEntries(
    names.map((format, index): [string, JSONSchemaProps] => [
      `f${index}`,
      { type: 'string', format },
    ]),
  )
  const definition: CustomResourceDefinition = definitionOf({ group, kind: 'Format' }, { type: 'object', properties }) // prettier-ignore
  await installCustomResourceDefinitions(client, [definition])
  const validator = validatorOf(definition)
  const tried = names.flatMap((format, index) =>
    textsNear(samples[format] ?? []).map((text) => ({ format, field: `f${index}`, text })),
  )
  const differences: object[] = []
  await inBatches(tried, async ({ format, field, text }) => {
    const object = { apiVersion: `${group}/v1`, kind: 'Format', metadata: { name: 'a' }, spec: { [field]: text } } // prettier-ignore
    const { difference } = await compareWithServer(client, object, validator)
    if (difference !== undefined) differences.push({ format, text, ...difference })
  })
  expect(differences).toEqual([])
  expect(tried.length).toBeGreaterThan(1_000)
})

/** The samples, and the same with a character changed, left out or put in. */
function textsNear(texts: readonly string[]): string[] {
  const characters = fc.constantFrom(...Array.from('0129aAfgzZ.:-/@% []<>"\\é#?+_\n'))
  const changes = fc.tuple(fc.constantFrom(...texts), fc.nat(), characters, fc.constantFrom(0, 1))
  const changed = fc.sample(changes, { numRuns: 40, seed: 7 }).map(([text, at, character, cut]) => {
    const index = text.length === 0 ? 0 : at % text.length
    return text.slice(0, index) + character + text.slice(index + cut)
  })
  return [...new Set([...texts, ...changed])]
}
