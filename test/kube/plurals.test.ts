import { expect, test } from 'vitest'
import { hasGo } from '../oracle/controller-gen.ts'
import { makePlurals, pluralsFile, readPlurals } from '../oracle/plurals/plurals.ts'

const canRun = await hasGo()

// `vitest -u` writes the table anew, for the kinds in its first column.
test.runIf(canRun)('the table of plurals is what controller-gen says', async () => {
  const { rows } = await readPlurals()
  const text = await makePlurals(rows.map(({ kind }) => kind))
  await expect(text).toMatchFileSnapshot(pluralsFile)
})
