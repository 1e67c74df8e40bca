import { editProjectFile, ship, shipWith, type BadInput } from './bad-inputs.ts'

const cruiser =
  '- {group: ship, domain: example.org, version: v1, kind: Cruiser, controller: true}\n'

/** What goes wrong with controllers; in a project, as the rows of `inProject`. */
export const badControllers: readonly BadInput[] = [
  {
    row: 37,
    title: 'a controller for a kind that nobody brings',
    argv: [...ship, '--resource=false'],
    code: 'args/unknown-kind',
    exitCode: 2,
    says: '--resource=false',
  },
  {
    row: 37,
    title: 'a controller for a kind that Kubernetes has in another version',
    argv: [...shipWith({ group: 'apps', version: 'v2', kind: 'Deploymnt' }), '--resource=false'],
    code: 'args/unknown-kind',
    exitCode: 2,
    says: '--version v1 --kind Deployment',
  },
  {
    row: 37,
    title: 'a controller for what cannot be watched',
    argv: [...shipWith({ group: 'authentication', kind: 'TokenReview' }), '--resource=false'],
    code: 'args/unknown-kind',
    exitCode: 2,
  },
  // Rows 39 to 43: types of other projects do not come as Go modules, and so no flag names one.
  ...[
    ['39', '--external-api-path', 'github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1'],
    ['40', '--external-api-module', 'github.com/cert-manager/cert-manager@v1.18.2'],
    ['41', '--external-api-path', 'foo bar'],
    ['42', '--external-api-path', 'example.org/no/such/module'],
    ['43', '--ssa', '--resource=false'],
  ].map(([row, ...flags]): BadInput => ({
    row: Number(row),
    title: flags.join(' '),
    argv: [...ship, ...flags],
    code: 'args/unknown-option',
    exitCode: 2,
  })),
  {
    row: 44,
    title: 'a controller name in capitals',
    argv: [...ship, '--controller-name', 'My_Ctl'],
    code: 'args/invalid-controller-name',
    exitCode: 2,
    says: '--controller-name my-ctl',
  },
  {
    row: 44,
    title: 'a controller name that another kind of the group has',
    argv: [...ship, '--controller-name', 'cruiser'],
    code: 'args/controller-clash',
    exitCode: 2,
    says: 'Cruiser',
    prepare: (folder) =>
      editProjectFile(folder, 'version: "3"', `resources:\n${cruiser}version: "3"`),
  },
  {
    row: 44,
    title: 'a controller name and no controller',
    argv: [...ship, '--controller-name', 'backup', '--controller=false'],
    code: 'args/nothing-to-name',
    exitCode: 2,
  },
]
