import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from './work-folder.js'

export const controllerGenVersion = 'v0.23.0'
export const kubebuilderVersion = 'v4.16.0'

/** Builds a Go program once. @param {string} packagePath @param {string} version @returns {string} its path */
function goProgram(packagePath, version) {
  const folder = join(workFolder, 'bin', version)
  const path = join(
    folder,
    packagePath
      .split('/')
      .filter((each) => !/^v\d+$/.test(each))
      .at(-1) ?? '',
  )
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('go', ['install', `${packagePath}@${version}`], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return path
}

export function controllerGen() {
  return goProgram('sigs.k8s.io/controller-tools/cmd/controller-gen', controllerGenVersion)
}

export function kubebuilder() {
  return goProgram('sigs.k8s.io/kubebuilder/v4', kubebuilderVersion)
}

/**
 * A Node of another major version, from its npm package; the running one where it is of that version.
 * @param {20 | 24} major
 */
export function node(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const folder = join(workFolder, `node-${major}`)
  const packageName = `node-${process.platform}-${process.arch}`
  const path = join(folder, 'node_modules', packageName, 'bin', 'node')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    execFileSync('npm', ['install', '--no-save', `${packageName}@${major}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return path
}

/**
 * A program of an npm package, installed once into a folder of its own.
 * @param {string} packageName @param {string} version @param {string} program @returns {string} its path
 */
export function npmProgram(packageName, version, program) {
  const folder = join(workFolder, `${packageName.replaceAll(/\W+/g, '-')}-${version}`)
  const path = join(folder, 'node_modules', '.bin', program)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    execFileSync('npm', ['install', '--no-save', `${packageName}@${version}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return path
}
