#!/usr/bin/env node
/*
 * `kops-licenses METAFILE OUTPUT` writes the license texts of the packages that a bundle of esbuild holds code of. It
 * stands beside the command, so that a project's build starts it without the compiler.
 */
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const path = require('node:path')

/**
 * Returns the license texts of the packages that the files of a bundle come from, one section for each, and the
 * packages that come with none. What belongs to the package in the working directory itself is left out.
 */
exports.collectLicenses = (files, bundle) => {
  const own = findPackage(path.resolve('package.json'))
  const folders = new Set(files.map((file) => findPackage(path.resolve(file))))
  const sections = [...folders].filter((folder) => folder !== own && folder !== undefined)
  const read = sections.map(readLicense).sort((one, other) => (one.title < other.title ? -1 : 1))
  const texts = read.map(({ title, texts: all }) =>
    [title, '='.repeat(title.length), '', ...all, ''].join('\n'),
  )
  return {
    text: `${bundle} holds code of the packages below, under the licenses that follow.\n\n${texts.join('\n')}`,
    unlicensed: read.filter(({ isLicensed }) => !isLicensed).map(({ title }) => title),
  }
}

/** The nearest folder whose package.json names a package; undefined for what a plugin made up. */
function findPackage(file) {
  if (!existsSync(file)) return undefined
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name !== undefined)
      return folder
    if (folder === path.dirname(folder)) return undefined
  }
}

function readLicense(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying|thirdparty)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  const isNamed = typeof license === 'string'
  const title = `${name} ${version ?? ''} (${isNamed ? license : 'package.json names no license'})`
  return { title, texts, isLicensed: isNamed || texts.length > 0 }
}

/** The exit code. */
function main([metafile, output, ...rest]) {
  if (output === undefined || rest.length > 0) {
    process.stderr.write('usage: kops-licenses METAFILE OUTPUT\n')
    return 2
  }
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(metafile, 'utf8'))
    const [bundle = ''] = Object.keys(outputs).filter((path) => !path.endsWith('.map'))
    const { text, unlicensed } = exports.collectLicenses(Object.keys(inputs), path.basename(bundle))
    writeFileSync(output, text)
    for (const title of unlicensed) {
      process.stderr.write(
        `warning: ${path.relative('.', output)} has no license text of ${title}\n`,
      )
    }
    return 0
  } catch (error) {
    process.stderr.write(`error: cannot collect licenses: ${error.message}\n`)
    return 1
  }
}

if (require.main === module) process.exitCode = main(process.argv.slice(2))
