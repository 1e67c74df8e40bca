/* Loads the entry and does nothing with it. */
import * as runtime from 'kops/runtime'

if (Object.keys(runtime).length === 0) throw new Error('the entry is empty')
