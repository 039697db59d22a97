import { commitBatch } from '../../../src/storage/commit.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { armFailpoint, parseFailpoints } from '../../../src/storage/failpoint.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { appendStream } from '../../../src/storage/streams.ts'
import { answer, CONFIG, head, quietHandlers, SESSION } from './rows.ts'

/**
 * Writes a session, an answer under way and a piece of its text per commit, and tells its page after each; its name
 * says where to die. It holds a lock as long as it lives.
 */
const [database = '', query = ''] = self.name.split('|')
for (const plan of parseFailpoints(query)) armFailpoint(plan)
// a plan that takes effect says so here, also one that lets nothing else be done any more
console.info = () => self.postMessage('at a failpoint')

await new Promise<void>((resolve) => {
  void navigator.locks.request(database, () => {
    resolve()
    return new Promise(() => {})
  })
})
self.postMessage('alive')

const opened = await openDatabase(quietHandlers, database)
if (opened.type === 'failed') throw new Error(opened.fault.message)
const epoch = await claimEpoch(opened.db)
const row = answer(0, { cut: 1, attempt: 0, status: 'streaming' })
for (let seq = 1; seq <= 4; seq++) {
  const live = [{ n: 0, cut: 1, attempt: 0, starts: 1, status: 'streaming' as const, retryAt: null }]
  const outcome = await commitBatch(opened.db, {
    epoch,
    sessionId: SESSION,
    inputs: [{ type: 'user-name-session', title: `name ${seq}`, seq, timestamp: seq }],
    delta: {
      head: head({ seq, title: `name ${seq}`, live, count: 1 }),
      ...(seq === 1 ? { config: CONFIG, messages: [row] } : {}),
    },
    previousSeq: seq === 1 ? null : seq - 1,
    strict: false,
    endedStreams: [],
  })
  self.postMessage({ seq, outcome: outcome.type })
  const parts = [{ index: 0, kind: 'text' as const, text: `${seq}` }]
  await appendStream(opened.db, { epoch, sessionId: SESSION, cut: 1, attempt: 0, n: seq, start: 1, parts })
}
self.postMessage('done')
