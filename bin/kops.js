#!/usr/bin/env node
// CommonJS, by the package.json beside it: Node starts that faster than a module.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 20 || (major === 20 && minor >= 19)) {
  void require('../dist/cli/main.cjs').main()
} else {
  process.stderr.write(`kops needs Node 20.19 or later, and this is ${process.version}\n`)
  process.exitCode = 2
}
