import type { RequestOf, Results } from '../../protocol/requests.ts'
import { conversationOf, exportBlackBox } from '../../storage/archive/black-box.ts'
import { gathered } from '../../storage/archive/gathered.ts'
import { BadArchive } from '../../storage/archive/zip-reader.ts'
import type { Database } from '../../storage/schema.ts'
import { fetchMissing } from '../fetch-missing.ts'
import { secretCleaner } from '../known-secrets.ts'
import { Refused, refused } from '../refused.ts'
import { namesHere } from '../sync/session/same-name.ts'

/** Size of the pieces handed to the browser, which keeps them outside this thread’s memory. */
const PIECE = 4 * 1024 * 1024

/** The whole run of a session and its variants as one file. Rejects with Refused, or with the storage’s error. */
export async function saveBlackBox(
  db: Database,
  { sessionId, handOver = false, wire = false }: RequestOf<'black-box'>,
): Promise<Results['black-box']> {
  const pieces: Blob[] = []
  const sink = gathered((bytes) => void pieces.push(new Blob([bytes])), PIECE)
  try {
    const names = await namesHere(db)
    const notKept = await fetchMissing(db, await conversationOf(db, sessionId, names))
    const clean = await secretCleaner(db)
    const wish = { sessionId, names, recording: !handOver, clean, wire, notKept, now: Date.now() }
    const sessions = await exportBlackBox(db, wish, sink.write)
    if (sessions === 0) throw refused('session-gone')
    await sink.end()
    return { file: new Blob(pieces, { type: 'application/vnd.reflexor+zip' }), sessions }
  } catch (error) {
    if (error instanceof BadArchive || error instanceof RangeError) throw new Refused(error.message)
    throw error
  }
}
