import type { CodeDefinition } from '../code-definition.ts'

const project = 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n'

const scaffoldedProject = { PROJECT: project }

const projectWithFrigate = {
  PROJECT: `${project}resources:\n- {group: ship, domain: example.org, version: v1, kind: Frigate}\n`,
}

/** Mistakes on the command line. */
export const argsCodes = {
  'args/built-in-kind': {
    severity: 'error',
    message: 'Kubernetes itself has the kind `{kind}` in the group `{group}`',
    why: 'the API server serves that kind already, and no CRD can bring it again',
    remedy:
      'add `--resource=false` for a controller of that kind; choose another kind or group for a kind of your own',
    example: {
      files: { PROJECT: project.replace('example.org', 'k8s.io') },
      arguments: ['create', 'api', '--group', 'networking', '--version', 'v1', '--kind', 'Ingress'],
    },
  },
  'args/contradicts-project': {
    severity: 'error',
    message: '`--{flag}` is `{value}`, but {file} says {recorded}',
    why: 'a command that is run again changes nothing, so that a flag with another value would be lost',
    remedy: 'leave the flag out; `kops edit` changes settings',
    example: {
      files: scaffoldedProject,
      arguments: ['init', '--no-install', '--domain', 'example.com'],
    },
  },
  'args/empty-value': {
    severity: 'error',
    message: '`--{flag}` is empty',
    why: 'an empty name is most likely a variable that nobody set',
    remedy: 'give the flag a value, or leave it out',
    example: {
      files: {},
      arguments: ['init', '--no-install', '--project-name', 'fleet', '--domain', ''],
    },
  },
  'args/excess-argument': {
    severity: 'error',
    message: '`{command}` takes no argument `{name}`',
    why: 'a word that no command asks for is most likely a value whose option is missing, and ignoring it would do something else than what was meant',
    remedy: 'leave the word out, or write the option in front of it',
    example: { files: {}, arguments: ['version', 'now'] },
  },
  'args/group-repeats-domain': {
    severity: 'error',
    message: 'group `{group}` ends in the domain `{domain}` already',
    why: 'PROJECT keeps the domain, and kops puts it behind every group, so that the group would hold it twice',
    remedy: 'give the part of the group before the domain',
    example: {
      files: scaffoldedProject,
      arguments: [
        'create',
        'api',
        '--group',
        'ship.example.org',
        '--version',
        'v1',
        '--kind',
        'Frigate',
      ],
    },
  },
  'args/header-not-found': {
    severity: 'error',
    message: 'there is no header file `{path}`',
    why: 'files without their licence text are not what was asked for',
    remedy: 'create the file, or correct its path; the option goes before the setting in PROJECT',
    example: {
      files: { 'src/main.ts': 'export {}\n' },
      arguments: ['manifests', '--header-file', 'hack/header.txt'],
    },
  },
  'args/header-needs-year': {
    severity: 'error',
    message: 'the header in `{path}` has a place for a year, and none is given',
    why: 'kops takes no year from the clock: the same input gives the same files in every year',
    remedy: 'give `--year`, set `year` in PROJECT, or write the year into the header',
    example: {
      files: { 'header.txt': 'Copyright YEAR\n', 'src/main.ts': 'export {}\n' },
      arguments: ['manifests', '--header-file', 'header.txt'],
    },
  },
  'args/invalid-domain': {
    severity: 'error',
    message: '`{value}` is not a domain',
    why: 'the domain ends every group of the project, and an API group is a DNS-1123 subdomain',
    remedy: 'use lower-case letters, digits, `-` and dots, such as `example.com`',
    example: { files: {}, arguments: ['init', '--no-install', '--domain', 'Example_Org'] },
  },
  'args/invalid-group': {
    severity: 'error',
    message: '`{value}` is not an API group',
    why: 'an API group is a DNS-1123 subdomain with at least one dot, counting the domain',
    remedy: 'use lower-case letters, digits, `-` and dots, such as `apps`',
    example: {
      files: scaffoldedProject,
      arguments: ['create', 'api', '--group', 'My_Ship', '--version', 'v1', '--kind', 'Frigate'],
    },
  },
  'args/invalid-kind': {
    severity: 'error',
    message: '`{value}` is not a kind',
    why: 'a kind is a DNS-1035 label but for its case, and the name of a TypeScript type',
    remedy: 'write it in CamelCase, such as `Application`',
    example: {
      files: scaffoldedProject,
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'frigate'],
    },
  },
  'args/invalid-owner': {
    severity: 'error',
    message: 'the owner cannot stand in a comment',
    why: 'the owner is named in the first lines of source files, where a line break or `*/` ends the comment',
    remedy: 'write the owner in one line',
    example: {
      files: {},
      arguments: [
        'init',
        '--no-install',
        '--domain',
        'example.org',
        '--project-name',
        'fleet',
        '--owner',
        'Jane */ Doe',
      ],
    },
  },
  'args/invalid-plural': {
    severity: 'error',
    message: '`{value}` is not a plural',
    why: 'the plural stands in URLs and in the name of the CRD, and is a DNS-1035 label',
    remedy: 'use lower-case letters and digits, such as `applications`',
    example: {
      files: scaffoldedProject,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--plural',
        'Fri_gates',
      ],
    },
  },
  'args/invalid-project-name': {
    severity: 'error',
    message: '`{value}` is not a project name',
    why: 'the names of the Namespace, the Services and everything else in `config/` begin with it, and a Service name is a DNS-1035 label',
    remedy: 'use lower-case letters, digits and `-`, starting with a letter',
    example: {
      files: {},
      arguments: [
        'init',
        '--no-install',
        '--domain',
        'example.org',
        '--project-name',
        'My_Project',
      ],
    },
  },
  'args/invalid-version': {
    severity: 'error',
    message: '`{value}` is not a version that Kubernetes orders',
    why: 'clients prefer versions by stability and number, and can do so only where they are written like `v1` or `v1beta2`',
    remedy: 'write `v1`, `v1beta1`, `v1alpha1` or the like',
    example: {
      files: scaffoldedProject,
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1.2', '--kind', 'Frigate'],
    },
  },
  'args/kind-clash': {
    severity: 'error',
    message: 'kind `{kind}` and `{other}` need the same names',
    why: 'each kind brings the types of its spec, status and list, and a file named by its lower-case name',
    remedy: 'choose another kind',
    example: {
      files: scaffoldedProject,
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'Condition'],
    },
  },
  'args/list-kind': {
    severity: 'error',
    message: 'kind `{kind}` is named like a list',
    why: 'every kind has a list of its objects named `<Kind>List`',
    remedy: 'name the single object',
    example: {
      files: scaffoldedProject,
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'FrigateList'],
    },
  },
  'args/missing-argument': {
    severity: 'error',
    message: '`{command}` needs the argument `{name}`',
    why: 'the command cannot choose for you',
    remedy: 'give the argument; `--help` shows where it stands',
    example: { files: {}, arguments: ['completion'] },
  },
  'args/missing-command': {
    severity: 'error',
    message: '`{command}` needs a further word that says what to do',
    why: 'the word only groups commands and does nothing by itself',
    remedy: 'add one of the words that the help lists',
    example: { files: {}, arguments: ['create'] },
  },
  'args/missing-flag': {
    severity: 'error',
    message: '`{command}` needs `--{flag}`',
    why: 'kops asks for what is missing only on a terminal; in a pipe or a CI job every required flag has to be given',
    remedy: 'give the flag',
    example: { files: {}, arguments: ['init', '--project-name', 'fleet'] },
  },
  'args/missing-value': {
    severity: 'error',
    message: 'option `{name}` needs a value',
    why: 'the option stands last or before another option, so nothing is there for it to take',
    remedy:
      'write the value behind the option, or `--option=value` where the value begins with `-`',
    example: { files: {}, arguments: ['version', '-C'] },
  },
  'args/name-too-long': {
    severity: 'error',
    message: 'project name `{value}` is longer than {limit} characters',
    why: 'Kubernetes holds the names of Services and Namespaces to 63 characters, and the names made of the project name are longer than it',
    remedy: 'use a shorter `--project-name`',
    example: {
      files: {},
      arguments: [
        'init',
        '--no-install',
        '--domain',
        'example.org',
        '--project-name',
        'the-name-of-a-project-that-nobody-types-twice',
      ],
    },
  },
  'args/needs-metrics': {
    severity: 'error',
    message: 'Prometheus has nothing to scrape without metrics',
    why: 'the ServiceMonitor names the Service of the metrics endpoint',
    remedy: 'turn metrics on, or Prometheus off',
    example: { files: scaffoldedProject, arguments: ['edit', '--metrics=false', '--prometheus'] },
  },
  'args/invalid-signer': {
    severity: 'error',
    message: '`{value}` signs no certificate of a server',
    why: 'the signer is asked for the certificate that webhooks are served with',
    remedy: 'name a signer that signs certificates of servers: `<domain>/<path>`',
    example: {
      files: scaffoldedProject,
      arguments: ['edit', '--certificates', 'csr', '--certificate-signer', 'vault'],
    },
  },
  'args/no-such-folder': {
    severity: 'error',
    message: 'there is no folder `{directory}`',
    why: '`-C` says where to work, and kops does not make that folder',
    remedy: 'name a folder that exists, or make it first',
    example: { files: {}, arguments: ['-C', 'nowhere', 'version'] },
  },
  'args/unused-signer': {
    severity: 'error',
    message: 'nobody would ask the signer `{signer}`',
    why: 'a signer of the cluster signs webhook certificates with `--certificates csr` alone',
    remedy: 'choose that source of certificates, or leave the signer out',
    example: {
      files: scaffoldedProject,
      arguments: ['edit', '--certificate-signer', 'example.com/webhooks'],
    },
  },
  'args/outside-root': {
    severity: 'error',
    message: '`--{flag}` leads to `{value}`, outside of the folder that kops works in',
    why: 'kops records what it writes, so that it can bring it up to date and remove it again, and it does so in one folder',
    remedy: 'choose a folder below, or run kops in a folder that holds both',
    example: {
      files: { 'src/main.ts': 'export {}\n' },
      arguments: ['manifests', '--crd-output', '../elsewhere'],
    },
  },
  'args/plural-clash': {
    severity: 'error',
    message: '`{other}` of the same group has the plural `{plural}` already',
    why: 'a plural names one resource of a group, in URLs and in the name of the CRD',
    remedy: 'give another `--plural`',
    example: {
      files: projectWithFrigate,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigates',
        '--plural',
        'frigates',
      ],
    },
  },
  'args/protected-group': {
    severity: 'warning',
    message: 'group `{group}` belongs to the Kubernetes community',
    why: 'the API server takes CRDs of `k8s.io` and `kubernetes.io` only with an annotation that names their approval',
    remedy: 'use a domain of your own',
    example: { files: {}, arguments: ['init', '--no-install', '--domain', 'ship.k8s.io'] },
  },
  'args/unknown-code': {
    severity: 'error',
    message: 'there is no diagnostic code `{code}`',
    why: 'a code is written `area/problem`, as it stands in brackets in a diagnostic',
    remedy: 'run `kops explain` to list every code',
    example: { files: {}, arguments: ['explain', 'args/missing-flags'] },
  },
  'args/unknown-command': {
    severity: 'error',
    message: '`{command}` has no command `{name}`',
    why: 'kops does not guess, since a near miss could write files that nobody asked for',
    remedy: 'run `kops --help` to list the commands',
    example: { files: {}, arguments: ['manifest'] },
  },
  'args/unknown-license': {
    severity: 'error',
    message: '`{license}` is neither a licence that kops knows nor a file',
    why: '`--license` takes the word of a licence, or a file whose text new sources begin with',
    remedy: 'use `apache2`, `mit` or `none`, or name a file that exists',
    example: {
      files: {},
      arguments: [
        'init',
        '--no-install',
        '--domain',
        'example.org',
        '--project-name',
        'fleet',
        '--license',
        'apache',
      ],
    },
  },
  'args/unknown-marker': {
    severity: 'error',
    message: 'there is no marker `{name}`',
    why: 'kops knows the markers of controller-gen and the JSDoc tags that stand for some of them',
    remedy: 'run `kops markers` to list every marker',
    example: { files: {}, arguments: ['markers', 'kubebuilder:validation:Minimun'] },
  },
  'args/unknown-option': {
    severity: 'error',
    message: '`{command}` has no option `{name}`',
    why: 'a misspelt option that is ignored would do something else than what was meant',
    remedy: 'run the command with `--help` to list its options',
    example: { files: {}, arguments: ['version', '--jsn'] },
  },
  'args/wrong-choice': {
    severity: 'error',
    message: '`{name}` does not take `{value}`',
    why: 'only the listed words have a meaning there',
    remedy: 'use one of the listed words',
    example: { files: {}, arguments: ['completion', 'tcsh'] },
  },
  'args/wrong-number': {
    severity: 'error',
    message: '`--{flag}` takes a whole number, not `{value}`',
    why: 'anything else would be ignored silently',
    remedy: 'give digits alone',
    example: {
      files: { 'src/main.ts': 'export {}\n' },
      arguments: ['manifests', '--year', 'now'],
    },
  },
} as const satisfies Record<string, CodeDefinition>
