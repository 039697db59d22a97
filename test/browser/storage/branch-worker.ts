import { readEpoch } from '../../../src/storage/epoch.ts'
import { armFailpoint, parseFailpoints } from '../../../src/storage/failpoint.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { branched } from './branch-support.ts'
import { quietHandlers } from './rows.ts'

/**
 * Branches session `s` when it is told to; its name says in which database and where to die. It holds a lock as long as
 * it lives.
 */
const [database = '', query = ''] = self.name.split('|')
for (const plan of parseFailpoints(query)) armFailpoint(plan)
void navigator.locks.request(database, () => {
  self.postMessage('alive')
  return new Promise(() => {})
})
self.onmessage = async () => {
  const opened = await openDatabase(quietHandlers, database)
  if (opened.type === 'failed') throw new Error(opened.fault.message)
  await branched(opened.db, await readEpoch(opened.db), { from: 's', sessionId: 'copy', count: 300 })
  self.postMessage('done')
}
