import {
  createClient,
  loadConnection,
  newLogger,
  parseFlags,
  runMain,
  systemClock,
  type Flag,
} from 'kops/runtime'
import { SharedInformerFactory } from '../pkg/client/informers/factory.ts'
import { NetworkController } from './network-controller.ts'
import { Outside } from './outside/outside.ts'

const flags: readonly Flag[] = [
  {
    name: 'kubeconfig',
    default: '',
    description: 'path to a kubeconfig; only needed out of the cluster',
    value: 'file',
  },
  {
    name: 'master',
    default: '',
    description: 'the address of the API server, in place of the one in the kubeconfig',
    value: 'url',
  },
  {
    name: 'outside',
    default: 'http://127.0.0.1:8090',
    description: 'the address of the service that has the networks',
    value: 'url',
  },
]

await runMain(async ({ argv, signal }) => {
  const values = parseFlags(argv, flags)
  const value = (name: string): string => String(values.get(name) ?? '')
  const log = newLogger()
  // Without flags: $KUBECONFIG, then the pod that this runs in, then ~/.kube/config.
  const connection = await loadConnection({
    kubeconfig: value('kubeconfig'),
    server: value('master'),
    logger: log,
  })
  const { client, close } = createClient(connection, {
    fieldManager: 'network-controller',
    logger: log,
  })
  const factory = new SharedInformerFactory({ client, clock: systemClock, log })
  const controller = new NetworkController({
    networks: factory.samplecrd.v1.networks(),
    outside: new Outside(value('outside')),
    log,
  })
  factory.start(signal)
  await factory.waitForCacheSync(signal)
  await controller.run(2, signal)
  await factory.shutdown()
  close()
})
