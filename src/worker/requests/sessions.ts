import type { StreamSnapshot } from '../../protocol/common.ts'
import type { SESSION_REQUESTS } from '../../protocol/sessions.ts'
import { lostOf, readPlaces } from '../../storage/places.ts'
import { listHeads, openView, readRows } from '../../storage/read.ts'
import { readKeptNames } from '../../storage/settings/kept-names.ts'
import { readStreams } from '../../storage/streams.ts'
import { readFirstText } from '../first-text.ts'
import { Refused } from '../refused.ts'
import type { HandlersOf, RequestEnvironment } from '../request-handlers.ts'
import { damagedItem, sessionItem } from '../session-item.ts'
import { apartItem, heldIn } from '../sync/session/held-apart.ts'

/** The list of sessions, and the contents of one for a page: committed rows and streaming text. */
export const SESSION_HANDLERS: HandlersOf<typeof SESSION_REQUESTS> = {
  'list-sessions': async (_request, { db }) => {
    const [{ heads, damaged }, { places }, kept] = await Promise.all([listHeads(db), readPlaces(db), readKeptNames(db)])
    const elsewhere = new Map(
      places.flatMap(({ owner, over, sessionId, by }) => (owner || over ? [] : [[sessionId, by]])),
    )
    const lost = new Map(places.map((row) => [row.sessionId, lostOf(row)]))
    const apart = new Map(heldIn(places).map((held) => [held.apart.sessionId, apartItem(held)]))
    const here = new Set(heads.map(({ sessionId }) => sessionId))
    const isHere = (id: string): boolean => here.has(id)
    const isNamed = places.length > 0 || Object.keys(kept).length > 0
    const names = isNamed && (await import('../sync/session/same-name.ts')).namesAmongOthers(places, kept, isHere)
    const items = heads.map(async (head) => {
      const by = elsewhere.get(head.sessionId)
      const firstText = head.title ? '' : await readFirstText(db, head.sessionId)
      const item = sessionItem(head, firstText, by === undefined ? undefined : { by, seen: null })
      const held = apart.get(head.sessionId)
      const knownAs = names ? names.get(head.sessionId) : undefined
      const gone = lost.get(head.sessionId) ?? null
      const told = { ...(held && { apart: held }), ...(gone !== null && { lost: gone }) }
      return { ...item, ...told, ...(knownAs !== undefined && { knownAs }) }
    })
    return [...(await Promise.all(items)), ...damaged.map(damagedItem)]
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
    if (rows === null) throw new Refused('This session no longer exists.')
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
