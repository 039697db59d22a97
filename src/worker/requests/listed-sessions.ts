import type { SessionItem } from '../../protocol/common.ts'
import { lostOf, readPlaces } from '../../storage/places.ts'
import { listHeads } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { readKeptNames } from '../../storage/settings/kept-names.ts'
import { readFirstText } from '../first-text.ts'
import { damagedItem, sessionItem } from '../session-item.ts'
import { apartItem, heldIn } from '../sync/session/held-apart.ts'

/** The lines of the sessions list. Rejects with a DOMException. */
export async function listedSessions(db: Database): Promise<SessionItem[]> {
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
}
