import { describe, expect, test } from 'vitest'
import { chooseDefinitions } from '../../../src/cli/migration/choose-definitions.ts'
import type { CommandContext } from '../../../src/cli/command.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { scratchFolder } from '../run-kops.ts'

const api = 'api: {crdVersion: v1}'
const PROJECT = `version: "3"
layout: [kops/v1]
domain: example.org
projectName: fleet
resources:
- {group: ship, domain: example.org, version: v1, kind: Frigate, path: api/ship/v1, ${api}}
- {group: ship, domain: example.org, version: v2, kind: Frigate, path: api/ship/v2, ${api}}
- {group: crew, domain: example.org, version: v1, kind: Person, plural: people, path: api/crew/v1, ${api}}
- {group: apps, version: v1, kind: Deployment, core: true, controller: true}
`

function choose(options: object, files: Readonly<Record<string, string>> = { PROJECT }) {
  const root = scratchFolder(files)
  const sink = new DiagnosticSink()
  const context = { root, sink, addSources: () => undefined } as Partial<CommandContext>
  const names = chooseDefinitions({ ...options }, context as CommandContext)
  return { names, codes: sink.diagnostics.map(({ code }) => code) }
}

describe('chooseDefinitions()', () => {
  test.for<[object, string[]]>([
    [{}, ['frigates.ship.example.org', 'people.crew.example.org']],
    [{ group: 'ship' }, ['frigates.ship.example.org']],
    [{ group: 'crew.example.org' }, ['people.crew.example.org']],
    [{ kind: 'Frigate' }, ['frigates.ship.example.org']],
    [{ crd: ['b.c', 'a.c', 'b.c'] }, ['b.c', 'a.c']],
  ])('%o names the CRDs', ([options, names]) => {
    expect(choose(options)).toEqual({ names, codes: [] })
  })

  test('needs no project for names', () => {
    expect(choose({ crd: ['a.b'] }, {})).toEqual({ names: ['a.b'], codes: [] })
  })

  test.for<[object, string]>([
    [{ kind: 'Frigat' }, 'args/no-such-kind'],
    [{ kind: 'Deployment' }, 'args/no-such-kind'],
    [{ group: 'crew', kind: 'Frigate' }, 'args/no-such-kind'],
    [{ crd: ['a.b'], group: 'crew' }, 'args/crd-and-kind'],
  ])('%o is refused with %s', ([options, code]) => {
    expect(choose(options)).toEqual({ names: undefined, codes: [code] })
  })

  test('says that there is no project', () => {
    expect(choose({}, {})).toEqual({ names: undefined, codes: ['project/not-found'] })
  })
})
