import { afterEach, expect, test, vi } from 'vitest'
import type { MarkerDefinition } from '../../src/markers/marker.ts'
import { markerTwins, registrationsWithEffect, withoutEffect } from './marker-twins.ts'
import { generatePackage } from './generate-package.ts'
import { typescriptPackage, type Sources } from './twin-packages.ts'

/** The registration that the table lacks for now: `<name> <target>`. */
const removed = vi.hoisted(() => ({ registration: '' }))

vi.mock('../../src/markers/definitions.ts', async (importOriginal) => {
  const table = await importOriginal<typeof import('../../src/markers/definitions.ts')>()
  const remaining = (definition: MarkerDefinition | undefined): MarkerDefinition | undefined => {
    if (definition === undefined) return undefined
    const targets = definition.targets.filter(
      (target) => `${definition.name} ${target}` !== removed.registration,
    )
    return targets.length === 0 ? undefined : { ...definition, targets }
  }
  return {
    ...table,
    findMarker: (name: string) => remaining(table.findMarker(name)),
    findTag: (tag: string) => remaining(table.findTag(tag)),
  }
})

afterEach(() => {
  removed.registration = ''
})

const group = 'twins.my.domain'
const proved = new Set<string>()

test.for(markerTwins)('$registration changes what is written', async (twin) => {
  const text = twin.typescript(group)
  const complete = await generatePackage(text)
  expect(complete.codes).toEqual([])
  const refused = await generatePackage(refusedText(twin.contradicted))
  removed.registration = twin.registration
  const without = await generatePackage(text)
  if (twin.contradicted === undefined) {
    expect(without.output).not.toBe(complete.output)
  } else {
    const withoutRow = await generatePackage(refusedText(twin.contradicted))
    expect(refused.codes).not.toEqual([])
    expect(withoutRow.codes).not.toEqual(refused.codes)
  }
  proved.add(twin.registration)
})

test('every registration with an effect has such a twin', () => {
  const percent = Math.round((100 * proved.size) / registrationsWithEffect.length)
  console.log(
    `markers: ${proved.size} of ${registrationsWithEffect.length} registrations with effect are proved by a twin (${percent} %); ${withoutEffect.length} have none`,
  )
  expect(registrationsWithEffect.filter((each) => !proved.has(each))).toEqual([])
  expect([...proved].filter((each) => !registrationsWithEffect.includes(each))).toEqual([])
})

function refusedText(property = 'x: string'): Sources {
  return typescriptPackage({ group, property })
}
