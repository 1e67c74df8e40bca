#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 20 || (major === 20 && minor >= 19)) {
  const { main } = await import('../dist/cli/main.js')
  await main()
} else {
  process.stderr.write(`kops needs Node 20.19 or later, and this is ${process.version}\n`)
  process.exitCode = 2
}
