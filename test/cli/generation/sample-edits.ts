import { tunnel, type SamplePackage } from './sample-package.ts'

/** What a person may do to the sources, one edit after the other: mistakes, and their repair. */
export const edits: readonly ((sample: SamplePackage) => void)[] = [
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 1', '@minimum 2'),
  (sample) => sample.edit('types/port.d.ts', '"https"', '"h2"'),
  (sample) => sample.write('api/v1/bridge.ts', tunnel.replaceAll('Tunnel', 'Bridge')),
  (sample) => sample.edit('src/main.ts', 'verbs=get', 'verbs=gett'),
  (sample) => sample.edit('src/main.ts', 'verbs=gett', 'verbs=get'),
  (sample) => sample.edit('PROJECT', 'projectName', 'namespaced: true\nprojectName'),
  (sample) => sample.remove('api/v1/bridge.ts'),
  (sample) => sample.edit('tsconfig.base.json', '"strict"', '"allowImportingTsExtensions":true,"strict"'),
  (sample) => sample.edit('api/v1/tunnel.ts', 'port?: Port', 'port?: Prt'),
  (sample) => sample.edit('api/v1/tunnel.ts', 'port?: Prt', 'port?: Port'),
  // Two kinds that share a file, over a barrel and over `import()`.
  (sample) => {
    sample.write('types/size.ts', 'export type Size = 1 | 2\n')
    sample.write('types/index.ts', "export * from './size.js'\n")
    sample.write('api/v1/bridge.ts', tunnel.replaceAll('Tunnel', 'Bridge').replace('port?: Port', "port?: Port\n  size?: import('../../types/index.js').Size"))
  },
  (sample) => sample.edit('types/size.ts', '1 | 2', '1 | 3'),
  (sample) => sample.edit('types/index.ts', "'./size.js'", "'./large.js'"),
  (sample) => sample.write('types/large.ts', 'export type Size = 100 | 200\n'),
  (sample) => sample.edit('types/large.ts', '200', '300'),
  // A file that is found in place of another.
  (sample) => sample.write('types/port.ts', "export type Port = 'tcp' | 'udp'\n"),
  (sample) => sample.remove('types/port.ts'),
  // A name that is seen everywhere.
  (sample) => sample.write('src/global.d.ts', "declare global {\n  type Mode = 'a' | 'b'\n}\nexport {}\n"),
  (sample) => sample.edit('api/v1/bridge.ts', 'host: string', 'host: string\n  mode?: Mode'),
  (sample) => sample.edit('src/global.d.ts', "'b'", "'c'"),
  // A warning is told again each time.
  (sample) => sample.edit('api/v1/bridge.ts', 'host: string', '// +kubebuilder:validation:Mniimum=1\n  host: string'),
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 2', '@minimum 3'),
  (sample) => sample.edit('api/v1/bridge.ts', '// +kubebuilder:validation:Mniimum=1\n', ''),
  (sample) => sample.edit('api/v1/tunnel.ts', '@minimum 3', '@minimum 2'),
  (sample) => sample.edit('api/v1/groupversion.ts', 'net.my.domain', 'net.my.domain\n// +kubebuilder:skip'),
] // prettier-ignore
