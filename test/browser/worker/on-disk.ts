import { openDatabase } from '../../../src/storage/open.ts'
import { readStreams } from '../../../src/storage/streams.ts'

/** The text under way of this session as the next worker would find it. */
export async function onDisk(sessionId: string) {
  const opened = await openDatabase({
    onBlocked: () => {},
    onVersionChange: (close) => close(),
    onTerminated: () => {},
    onEmptied: () => {},
  })
  if (opened.type === 'failed') throw new Error(opened.fault.message)
  try {
    return await readStreams(opened.db, sessionId)
  } finally {
    opened.db.close()
  }
}
