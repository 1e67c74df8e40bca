// What needs the image IMG. The image is a parameter: it goes into an overlay that git ignores.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const image = process.env.IMG || 'controller:latest'
const containerTool = process.env.CONTAINER_TOOL || 'docker'
const overlay = 'dist/overlay'

const targets = {
  'docker-build': () => run(containerTool, ['build', '-t', image, '.']),
  'docker-push': () => run(containerTool, ['push', image]),
  'build-installer': () => {
    writeFileSync('dist/install.yaml', run('kubectl', ['kustomize', writeOverlay()], 'pipe'))
  },
  deploy: () => run('kubectl', ['apply', '--server-side', '-k', writeOverlay()]),
  undeploy: () => run('kubectl', ['delete', '--ignore-not-found', '-k', 'config/default']),
}

const target = targets[process.argv[2]]
if (target === undefined) fail(`name a target: ${Object.keys(targets).join(', ')}`)
target()

function writeOverlay() {
  const [, newName, newTag, digest] =
    /^([\w.\-/]+(?::\d+\/[\w.\-/]+)?)(?::([\w.-]+))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(image) ??
    fail(`IMG is no image reference: ${image}`)
  mkdirSync(overlay, { recursive: true })
  const images = [{ name: 'controller', newName, newTag, digest }]
  const kustomization = { resources: ['../../config/default'], images }
  writeFileSync(`${overlay}/kustomization.yaml`, `${JSON.stringify(kustomization, null, 2)}\n`)
  return overlay
}

function run(command, parameters, stdout = 'inherit') {
  const {
    error,
    status,
    stdout: output,
  } = spawnSync(command, parameters, {
    stdio: ['inherit', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error !== undefined) fail(`cannot run ${command}, which this target needs: ${error.message}`)
  if (status !== 0) fail(`${command} ${parameters.join(' ')} failed`)
  return output
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
