import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { parseJson, renderJson } from '../../src/apimachinery/json-text.ts'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { readCrds } from '../../src/generators/import/read-crds.ts'
import { renderTypes } from '../../src/generators/types/render-types.ts'
import { parseProject } from '../../src/project/parse-project.ts'
import { renderProject } from '../../src/project/render-project.ts'
import { ConfigurationError } from '../../src/runtime/client/config/configuration-error.ts'
import { selectContext } from '../../src/runtime/client/config/kubeconfig.ts'
import { loadKubeconfigFile } from '../../src/runtime/client/config/load-kubeconfig.ts'
import { ConnectionError } from '../../src/runtime/client/transport.ts'
import { MalformedEventError, readWatchEvents } from '../../src/runtime/client/watch-stream.ts'
import { createMergePatch } from '../../src/runtime/controller/merge-patch.ts'
import { diffJson } from '../../src/runtime/webhook/admission/json-patch.ts'
import {
  DamagedJournal,
  isSigned,
  namedPaths,
  parseJournal,
} from '../../src/scaffold/journal-record.ts'
import { applyJsonPatch } from '../runtime/webhook/apply-json-patch.ts'
import { readKinds } from '../schema/read-widget.ts'

/** A reader of a stranger's input, and what must hold for whatever it is given. */
export interface FuzzTarget {
  /** The folder of its inputs in `corpus`. */
  readonly name: string
  readonly words: readonly string[]
  /** Share of the runs: what takes longer is run less. */
  readonly share: number
  /** Prepares the reader for one test. */
  readonly open: () => Judge | Promise<Judge>
}

/** Gives an input to the reader, and fails where that does what it never may. */
export type Judge = (input: Buffer) => void | Promise<void>

export const targets: readonly FuzzTarget[] = [
  {
    name: 'types',
    words: [
      '// +kubebuilder:validation:',
      '+listType=map',
      '@default',
      ' | ',
      '?: ',
      'extends ',
      '/**',
      '[]',
      '<',
      'readonly ',
    ],
    share: 0.15,
    open: () => async (input) => {
      const text = input.toString()
      const { diagnostics, versions } = await readKinds(text)
      expectPlaced(diagnostics, text)
      if (diagnostics.length === 0) renderJson(versions.map(({ version }) => version))
    },
  },
  {
    name: 'project',
    words: [
      'resources:',
      'plugins:',
      '- ',
      '&a',
      '*a',
      '<<: ',
      '!!js/function',
      '|\n',
      '>-\n',
      '? ',
    ],
    share: 1,
    open: () => (input) => {
      const text = input.toString()
      const sink = new DiagnosticSink()
      const project = parseProject(text, sink)
      expectPlaced(sink.diagnostics, text)
      if (project === undefined || sink.diagnostics.length > 0) return
      const again = parseProject(renderProject(project, text), new DiagnosticSink())
      expect(again).toEqual(project)
    },
  },
  {
    name: 'journal',
    words: ['"path":"', '"steps":[', '"signature":"', '/etc/passwd', '.git/hooks/x', '"staged":"'],
    share: 2,
    open: () => (input) => {
      const text = input.toString()
      namedPaths(text)
      expect(isSigned(text, '/project', () => 'another signature')).toBe(false)
      for (const { path } of journalSteps(text)) {
        expect(path).not.toMatch(/(^|[\\/])(\.\.|\.git)([\\/]|$)|^[\\/]/i)
      }
    },
  },
  {
    name: 'crd',
    words: [
      'properties:',
      'type: object',
      'x-kubernetes-',
      '- name: ',
      'openAPIV3Schema:',
      'enum: [',
      '&a',
      '*a',
      '---\n',
    ],
    share: 1,
    open: () => (input) => {
      const text = input.toString()
      const sink = new DiagnosticSink()
      const found = readCrds([{ path: 'crd.yaml', text }], sink)
      expectPlaced(sink.diagnostics, text)
      renderTypes(
        found.map(({ crd }) => crd),
        { markers: true },
      )
    },
  },
  {
    name: 'watch',
    words: [
      '{"type":"ADDED","object":',
      '{"type":"BOOKMARK"',
      '\n',
      '\r',
      '"resourceVersion":"',
      '}}\n',
    ],
    share: 2,
    open: () => async (input) => {
      const middle = Math.floor(input.length / 2)
      const body = Readable.from([input.subarray(0, middle), input.subarray(middle)])
      try {
        for await (const events of readWatchEvents({ status: 200, headers: {}, body })) {
          for (const { type } of events) expect(type).toMatch(/^[A-Z]+$/)
        }
      } catch (error) {
        expectOneOf(error, [MalformedEventError, ConnectionError])
      }
    },
  },
  {
    name: 'kubeconfig',
    words: [
      'users:',
      'exec:',
      'command: ',
      'server: https://',
      'certificate-authority-data: ',
      'contexts:',
      '- name: ',
    ],
    share: 1,
    open: () => async (input) => {
      const folder = mkdtempSync(join(tmpdir(), 'kops-fuzz-'))
      try {
        const file = join(folder, 'config')
        writeFileSync(file, input)
        selectContext(await loadKubeconfigFile(file))
      } catch (error) {
        expectOneOf(error, [ConfigurationError])
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  },
  {
    name: 'patches',
    words: ['"before":', '"after":', '"~0/~1":', '{"a":', '[1,', 'null', '9007199254740993'],
    share: 2,
    open: () => (input) => {
      const { before, after } = pairOf(input.toString())
      const patched = applyJsonPatch(before, diffJson(before, after)) as JsonValue
      expect(renderSorted(patched)).toBe(renderSorted(after))
      const patch = createMergePatch(before, after)
      expect(patch === undefined).toBe(renderSorted(before) === renderSorted(after))
    },
  },
]

/** Every diagnostic points into the text that was read. */
function expectPlaced(diagnostics: readonly Diagnostic[], text: string): void {
  for (const { span, message } of diagnostics) {
    expect(message).not.toBe('')
    if (span === undefined) continue
    expect(span.start).toBeGreaterThanOrEqual(0)
    expect(span.end).toBeGreaterThanOrEqual(span.start)
    expect(span.end).toBeLessThanOrEqual(text.length)
  }
}

function expectOneOf(error: unknown, classes: readonly (new (...given: never[]) => Error)[]): void {
  if (!classes.some((each) => error instanceof each)) throw error
}

function journalSteps(text: string): readonly { readonly path: string }[] {
  try {
    return parseJournal(text).steps
  } catch (error) {
    if (error instanceof DamagedJournal || error instanceof SyntaxError) return []
    throw error
  }
}

/** Two objects of a text; what cannot be read as them is an object with that text. */
function pairOf(text: string): { readonly before: JsonObject; readonly after: JsonObject } {
  const fallback = { before: { text }, after: { text: text.slice(1) } }
  try {
    const value = parseJson(text) as JsonValue
    if (!isObject(value)) return fallback
    const [before, after] = [value['before'], value['after']]
    // A number beyond a double is infinite here, and refused where an object is written.
    renderJson(value)
    return isObject(before) && isObject(after) ? { before, after } : fallback
  } catch {
    return fallback
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function renderSorted(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(renderSorted).join()}]`
  if (!isObject(value)) return renderJson(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${renderSorted(value[name] ?? null)}`).join()}}`
}
