import { armFailpoint, parseFailpoints } from '../../../src/storage/failpoint.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { imported } from './archive-support.ts'
import { quietHandlers } from './rows.ts'

/**
 * Imports the file that it is sent; its name says into which database and where to die. It holds a lock as long as it
 * lives.
 */
const [database = '', query = ''] = self.name.split('|')
for (const plan of parseFailpoints(query)) armFailpoint(plan)
void navigator.locks.request(database, () => {
  self.postMessage('alive')
  return new Promise(() => {})
})
self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  const opened = await openDatabase(quietHandlers, database)
  if (opened.type === 'failed') throw new Error(opened.fault.message)
  await imported(opened.db, data, { newId: () => 'copy' })
  self.postMessage('done')
}
