import type { StreamSnapshot } from '../../protocol/common.ts'
import type { SESSION_REQUESTS } from '../../protocol/sessions.ts'
import { openView, readRows } from '../../storage/read.ts'
import { readStreams } from '../../storage/streams.ts'
import { refused } from '../refused.ts'
import type { HandlersOf, RequestEnvironment } from '../request-handlers.ts'
import { listedSessions } from './listed-sessions.ts'

/** The list of sessions, and the contents of one for a page: committed rows and streaming text. */
export const SESSION_HANDLERS: HandlersOf<typeof SESSION_REQUESTS> = {
  'list-sessions': async (_request, { db, privately }) => [
    ...(await listedSessions(db)),
    ...((await (await privately?.())?.items()) ?? []),
  ],
  'end-private': async ({ sessionId }, { privately }) => {
    await (await privately?.())?.end(sessionId)
    return null
  },
  'open-session': async ({ sessionId, tail }, environment) => {
    environment.watch(sessionId, true)
    const opened = await openView(environment.db, sessionId, tail)
    if (opened.type === 'missing') {
      environment.watch(sessionId, false)
      return null
    }
    const { view, damaged, hasFiles } = opened
    return { view, damaged, hasFiles, streams: await streamsOf(sessionId, environment) }
  },
  'close-session': async ({ sessionId }, { watch }) => {
    watch(sessionId, false)
    return null
  },
  rows: async ({ sessionId, from, to }, { db }) => {
    const rows = await readRows(db, sessionId, from, to)
    if (rows === null) throw refused('session-gone')
    return rows
  },
  streams: ({ sessionId }, environment) => streamsOf(sessionId, environment),
}

async function streamsOf(sessionId: string, { db, liveStreams }: RequestEnvironment): Promise<StreamSnapshot[]> {
  const live = await liveStreams(sessionId)
  if (live !== null) return live
  return (await readStreams(db, sessionId)).map(({ cut, attempt, start, blocks }) => ({
    cut,
    attempt,
    start,
    way: 'asked',
    blocks,
    live: false,
  }))
}
