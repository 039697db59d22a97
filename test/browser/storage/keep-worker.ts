import { armFailpoint, parseFailpoints } from '../../../src/storage/failpoint.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { keepVersions } from '../../../src/storage/versions/keep-versions.ts'
import { quietHandlers } from './rows.ts'

/**
 * Keeps versions of session `s` when it is told to; its name says in which database and where to die. It holds a lock
 * as long as it lives.
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
  await keepVersions(opened.db, 's')
  self.postMessage('done')
}
