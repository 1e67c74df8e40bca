import { optionalGenerators } from '../../generators/optional.ts'
import type { CommandDefinition } from '../command.ts'
import { optionName } from './generation-options.ts'

const onOff = ['true', 'false']

export const editCommand: CommandDefinition = {
  name: 'edit',
  summary: 'change settings of the project, and the files that follow from them',
  options: [
    {
      flags: '--namespaced [boolean]',
      description: 'confine the manager and its roles to one namespace',
      choices: onOff,
    },
    { flags: '--metrics [boolean]', description: 'serve metrics', choices: onOff },
    {
      flags: '--prometheus [boolean]',
      description: 'have Prometheus scrape the metrics, with a ServiceMonitor',
      choices: onOff,
    },
    {
      flags: '--network-policy [boolean]',
      description: 'let in probes and scrapes only, with a NetworkPolicy',
      choices: onOff,
    },
    {
      flags: '--certificates <source>',
      description:
        'who sees to the certificate of webhooks: the operator, cert-manager, a signer of the cluster, you',
      choices: ['self', 'cert-manager', 'csr', 'files'],
    },
    {
      flags: '--certificate-signer <name>',
      description:
        'the signer that `--certificates csr` asks (default: kubernetes.io/kubelet-serving)',
    },
    ...optionalGenerators.map(({ setting, doc }) => ({
      flags: `--${optionName(setting)} [boolean]`,
      description: `have \`kops generate\` write ${doc}`,
      choices: onOff,
    })),
    {
      flags: '--license <license>',
      description: 'apache2, mit, none, or a file with the header of new sources',
    },
    { flags: '--owner <owner>', description: 'holder of the copyright' },
    { flags: '--dry-run', description: 'say what would change' },
  ],
  examples: [
    { does: 'roles for one namespace instead of the cluster', command: 'kops edit --namespaced' },
    { does: 'neither a metrics endpoint nor its Service', command: 'kops edit --metrics=false' },
    {
      does: 'webhook certificates by cert-manager',
      command: 'kops edit --certificates cert-manager',
    },
    { does: 'a reference of the API, kept up to date', command: 'kops edit --reference' },
    { does: 'see what a setting changes', command: 'kops edit --network-policy --dry-run' },
  ],
  load: () => import('./edit.ts'),
}
