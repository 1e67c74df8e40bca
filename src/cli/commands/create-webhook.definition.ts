import type { CommandDefinition } from '../command.ts'

export const createWebhookCommand: CommandDefinition = {
  name: 'create webhook',
  summary: 'add defaulting, validation or conversion to a kind, with tests and manifests',
  options: [
    {
      flags: '--group <group>',
      description: 'API group: without the domain for a kind of this project',
    },
    { flags: '--version <version>', description: 'API version; for a conversion, that of the hub' },
    { flags: '--kind <kind>', description: 'kind, in CamelCase' },
    {
      flags: '--plural <plural>',
      description: 'name of the resource in URLs, for a kind of another project',
    },
    { flags: '--defaulting', description: 'fill in what objects leave out' },
    { flags: '--programmatic-validation', description: 'refuse objects, or warn of them' },
    { flags: '--conversion', description: 'convert the versions of the kind to each other' },
    {
      flags: '--spoke <version...>',
      description: 'versions to convert to and from the hub (default: all others)',
    },
    {
      flags: '--defaulting-path <path>',
      description: 'where defaulting is served (default: /mutate-<group>-<version>-<kind>)',
    },
    {
      flags: '--validation-path <path>',
      description: 'where validation is served (default: /validate-<group>-<version>-<kind>)',
    },
    {
      flags: '--external [source]',
      description:
        'the kind is brought by another project; its types are made from its CRD in this file, folder, URL or `cluster`',
    },
    { flags: '--kubeconfig <file>', description: 'how to reach that cluster' },
    { flags: '--context <name>', description: 'which context of the kubeconfig to use' },
    { flags: '--dry-run', description: 'list what would be written' },
  ],
  examples: [
    {
      does: 'defaults and validation for the kind Application of apps.<domain>/v1',
      command:
        'kops create webhook --group apps --version v1 --kind Application --defaulting --programmatic-validation',
    },
    {
      does: 'conversion of all its versions through v1',
      command: 'kops create webhook --group apps --version v1 --kind Application --conversion',
    },
    {
      does: 'validation of Pods, whose types Kubernetes brings',
      command: 'kops create webhook --group core --version v1 --kind Pod --programmatic-validation',
    },
    {
      does: 'validation of a kind of another project, with types made from its CRD',
      command:
        'kops create webhook --external cert-manager.crds.yaml --kind Certificate --programmatic-validation',
    },
  ],
  load: () => import('./create-webhook.ts'),
}
