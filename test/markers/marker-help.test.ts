import { expect, test } from 'vitest'
import { markerDefinitions } from '../../src/markers/definitions.ts'
import {
  markerNames,
  nearestMarkers,
  renderMarkerHelp,
  renderMarkerList,
  renderMarkerPage,
} from '../../src/markers/marker-help.ts'

test('docs/markers.md is what the table says', async () => {
  await expect(renderMarkerPage()).toMatchFileSnapshot('../../docs/markers.md')
})

test('the list names every marker and tag', () => {
  const list = renderMarkerList()
  const missing = markerDefinitions.filter(
    ({ name }) => !new RegExp(`^  \\+${name}(,|\\s|$)`, 'm').test(list),
  )
  expect(missing).toEqual([])
  expect(markerNames()).toHaveLength(markerDefinitions.length)
})

test.for(markerDefinitions)('the help of $name shows all of its row', (definition) => {
  const help = renderMarkerHelp(`+${definition.name}`) ?? ''
  expect(help).toContain(definition.doc)
  expect(help).toContain(definition.example)
  for (const target of definition.targets) expect(help).toContain(target)
  for (const argument of definition.arguments) {
    expect(help).toContain(argument.doc)
    for (const value of argument.values ?? []) expect(help).toContain(`\`${value}\``)
  }
})

test.for(['@minimum', 'minimum', 'Minimum', '+kubebuilder:validation:Minimum'])(
  '%s finds its marker',
  (name) => {
    expect(renderMarkerHelp(name)).toContain('+kubebuilder:validation:Minimum=number')
  },
)

test('a name that is none has its nearest names', () => {
  expect(renderMarkerHelp('kubebuilder:validation:Minimun')).toBeUndefined()
  expect(nearestMarkers('+kubebuilder:validation:Minimun')).toContain(
    'kubebuilder:validation:Minimum',
  )
  expect(nearestMarkers('@minimun')).toEqual(['@minimum'])
})
