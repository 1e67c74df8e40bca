import { execa } from 'execa'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { linkDependencies } from './link-dependencies.ts'
import { projectFolder } from './project-folder.ts'
import type { KopsRun } from './run-kops.ts'

/** A new project that can be built and tested. */
export async function linkedProject(flags: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await projectFolder(flags)
  linkDependencies(folder)
  return folder
}

/** Runs a line of a shell in the project, with what the tests set for themselves left out. */
export async function runLine(
  line: string,
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<KopsRun> {
  const { HOME, PATH } = process.env
  const env = { PATH, HOME, ...environment }
  const options = { cwd: folder, env, extendEnv: false, reject: false } as const
  const { exitCode = null, stdout, stderr } = await execa('sh', ['-c', line], options)
  return { exitCode, stdout, stderr }
}

/** Runs lines one by one; all must succeed. */
export async function expectSuccess(
  lines: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  for (const line of lines) {
    const run = await runLine(line, folder, environment)
    expect(run.exitCode, `${line}\n${run.stdout}\n${run.stderr}`).toBe(0)
  }
}

/** Surroundings in which no control plane can be had, nor built: the project's own tests skip what needs one. */
export function withoutControlPlane(folder: string): NodeJS.ProcessEnv {
  const tools = join(folder, '../without-go')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'go'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return { HOME: tools, PATH: [tools, process.env['PATH']].join(delimiter) }
}
