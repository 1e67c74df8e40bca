import { execa } from 'execa'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { buildProgram, type GoProgram } from '../../src/testing/build-program.ts'
import { builtPath } from '../../src/testing/find-programs.ts'

const here = dirname(fileURLToPath(import.meta.url))

export const controllerGenVersion = 'v0.23.0'

const program: GoProgram = {
  name: 'controller-gen',
  version: controllerGenVersion,
  moduleDirectory: join(here, 'controller-gen'),
  package: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
  linkerFlags: '-s -w',
}

/** Whether twins can be run on this machine. Where not, their goldens stand for them. */
export async function hasGo(): Promise<boolean> {
  const { failed } = await execa('go', ['version'], { reject: false })
  return !failed
}

/** The path of controller-gen, built from the Go module beside this file when it is first asked for. */
export async function findControllerGen(): Promise<string> {
  const path = builtPath(program, process.env)
  await buildProgram(program, { path })
  return path
}

/** What controller-gen says to a tree of Go packages. */
export interface ControllerGenOutput {
  readonly objects: readonly KubernetesObject[]
  /** What it complains of, line by line; a line about a package starts with the package's path. */
  readonly complaints: readonly string[]
}

/** A Go module in a scratch folder that Go packages are copied into. Call `remove` at the end. */
export class TwinModule {
  readonly #directory: string

  private constructor(directory: string) {
    this.#directory = directory
  }

  /** `sources` are folders of Go packages by the name that they get in the module `kops/twins`. */
  static async create(sources: Readonly<Record<string, string>>): Promise<TwinModule> {
    const directory = await mkdtemp(join(tmpdir(), 'kops-twins-'))
    for (const file of ['go.mod', 'go.sum']) {
      await cp(join(here, 'twins', file), join(directory, file))
    }
    for (const [name, source] of Object.entries(sources)) {
      await mkdir(dirname(join(directory, name)), { recursive: true })
      await cp(source, join(directory, name), { recursive: true })
    }
    return new TwinModule(directory)
  }

  /** Runs controller-gen once; `generators` are its arguments, such as `crd` or `rbac:roleName=x`. */
  async run(
    generators: readonly string[],
    paths: readonly string[] = ['./...'],
  ): Promise<ControllerGenOutput> {
    const { stdout, stderr } = await execa(
      await findControllerGen(),
      [...generators, ...paths.map((path) => `paths=${path}`), 'output:stdout'],
      {
        cwd: this.#directory,
        env: { GOFLAGS: '-mod=readonly', GOWORK: 'off' },
        reject: false,
      },
    )
    return { objects: readObjects(stdout), complaints: this.#readComplaints(stderr) }
  }

  async remove(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true })
  }

  #readComplaints(stderr: string): string[] {
    return stderr
      .split('\n')
      .map((line) => line.replaceAll(`${this.#directory}/`, '').trim())
      .filter((line) => line !== '')
  }
}

/** The objects of a multi-document text as plain values. */
export function readObjects(text: string): KubernetesObject[] {
  return parseYaml(text).flatMap(({ value, problems }) => {
    const problem = problems[0]
    if (problem !== undefined) throw new Error(problem.message)
    return isObject(value) ? [value] : []
  })
}

function isObject(value: unknown): value is KubernetesObject {
  return typeof value === 'object' && value !== null && 'kind' in value
}
