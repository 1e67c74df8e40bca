// What needs the image IMG, or more than a line. The image is a parameter: it goes into an overlay that git ignores.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const image = process.env.IMG || 'controller:latest'
const containerTool = process.env.CONTAINER_TOOL || 'docker'
const overlay = 'dist/overlay'

const targets = {
  'docker-build': () => {
    run(containerTool, ['build', '-t', image, '-f', 'Dockerfile', 'dist'])
    run(containerTool, ['image', 'inspect', '-f', '{{.Size}} bytes', image])
  },
  'docker-push': () => run(containerTool, ['push', image]),
  'build-installer': () => writeFileSync('dist/install.yaml', kustomize(writeOverlay())),
  // As they are deployed: a CRD that a webhook converts names the Service in front of it.
  'install-crds': () => {
    const objects = kustomize('config/default').split(/^---$/m)
    const crds = objects.filter((text) => /^kind: CustomResourceDefinition$/m.test(text))
    run('kubectl', ['apply', '--server-side', '-f', '-'], { input: crds.join('---\n') })
  },
  deploy: () => run('kubectl', ['apply', '--server-side', '-k', writeOverlay()]),
  'test-e2e': testInKind,
  undeploy: () => run('kubectl', ['delete', '--ignore-not-found', '-k', 'config/default']),
}

try {
  const target = targets[process.argv[2]]
  if (target === undefined) fail(`name a target: ${Object.keys(targets).join(', ')}`)
  target()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Deploys into a cluster of its own: the manager becomes ready and reconciles the samples. */
function testInKind() {
  const name = 'demo-e2e'
  run('kind', ['create', 'cluster', '--name', name])
  try {
    run('kind', ['load', 'docker-image', image, '--name', name])
    targets.deploy()
    const wait = ['wait', '--timeout=3m']
    const labels = ['-l', 'control-plane=controller-manager', '-n', 'demo-system']
    run('kubectl', [...wait, '--for=condition=Available', 'deployment', ...labels])
    run('kubectl', ['apply', '-k', 'config/samples'])
    const isReconciled = '--for=jsonpath={.status.conditions[?(@.type=="Ready")].status}'
    run('kubectl', [...wait, isReconciled, '-f', 'config/samples'])
  } finally {
    run('kind', ['delete', 'cluster', '--name', name])
  }
}

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

function kustomize(folder) {
  return run('kubectl', ['kustomize', folder], { stdout: 'pipe' })
}

function run(command, parameters, { stdout = 'inherit', input } = {}) {
  const {
    error,
    status,
    stdout: output,
  } = spawnSync(command, parameters, {
    input,
    stdio: [input === undefined ? 'inherit' : 'pipe', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error !== undefined) fail(`cannot run ${command}, which this target needs: ${error.message}`)
  if (status !== 0) fail(`${command} ${parameters.join(' ')} failed`)
  return output
}

function fail(message) {
  throw new Error(message)
}
