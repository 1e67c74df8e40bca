import type { CommandDefinition } from '../command.ts'

export const createApiCommand: CommandDefinition = {
  name: 'create api',
  summary: 'add a kind, or a version of one, with its type, CRD, sample and roles',
  options: [
    { flags: '--group <group>', description: 'API group, without the domain' },
    { flags: '--version <version>', description: 'API version, such as v1 or v1beta1' },
    { flags: '--kind <kind>', description: 'kind, in CamelCase' },
    {
      flags: '--plural <plural>',
      description: 'name of the resource in URLs (default: the plural of the kind)',
    },
    {
      flags: '--namespaced [boolean]',
      description: 'whether objects live in a namespace (default: true)',
      choices: ['true', 'false'],
    },
    {
      flags: '--resource [boolean]',
      description: 'write the type and what belongs to it (default: true)',
      choices: ['true', 'false'],
    },
    {
      flags: '--controller [boolean]',
      description: 'write a controller and its test (default: true)',
      choices: ['true', 'false'],
    },
    {
      flags: '--controller-name <name>',
      description: 'name of the controller, for a kind that has several (default: the kind)',
    },
    {
      flags: '--from <version>',
      description: 'version of the kind whose type is copied, and that is converted to the new one',
    },
    {
      flags: '--conversion [boolean]',
      description: 'draft the conversion of the new version (default: with --from)',
      choices: ['true', 'false'],
    },
    {
      flags: '--external [source]',
      description:
        'a kind of another project, whose CRD is read from a file, a folder, a URL, or `cluster` (default)',
    },
    { flags: '--kubeconfig <file>', description: 'how to reach that cluster' },
    { flags: '--context <name>', description: 'which context of the kubeconfig to use' },
    { flags: '--dry-run', description: 'list what would be written' },
  ],
  examples: [
    {
      does: 'the kind Application of apps.<domain>/v1',
      command: 'kops create api --group apps --version v1 --kind Application',
    },
    {
      does: 'a second version of it, with a conversion from and to the first',
      command: 'kops create api --group apps --version v2 --kind Application --from v1',
    },
    {
      does: 'a kind that lives outside namespaces',
      command: 'kops create api --group infra --version v1alpha1 --kind Region --namespaced=false',
    },
    {
      does: 'a controller for Deployments, whose types Kubernetes brings',
      command: 'kops create api --group apps --version v1 --kind Deployment --resource=false',
    },
    {
      does: 'a controller for a kind of another project, with types made from its CRD',
      command: 'kops create api --external cert-manager.crds.yaml --kind Certificate',
    },
    {
      does: 'a second controller for Applications',
      command:
        'kops create api --group apps --version v1 --kind Application --controller-name backup',
    },
  ],
  load: () => import('./create-api.ts'),
}
