import type { LookUpSource } from '../../effects/context/look-up.ts'
import { answerOfCut, messagesAfter, messagesUpTo, pagesFromNewest, rowsAt } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { blobBytes } from '../blob-bytes.ts'

/** The past of one session as requests, summaries and look-ups read it: committed rows. */
export const historySource = (db: Database, sessionId: string): LookUpSource => ({
  messagesAfter: (cutAt, upToCut) => messagesAfter(db, sessionId, cutAt, upToCut),
  rowsAt: (ns) => rowsAt(db, sessionId, ns),
  readBlob: (sha) => blobBytes(db, sha),
  answerOf: (toolCallId) => answerOfCut(db, sessionId, Number(toolCallId.split('.')[0])),
  messagesUpTo: (seq, count) => messagesUpTo(db, sessionId, seq, count),
  pages: () => pagesFromNewest(db, sessionId),
})
