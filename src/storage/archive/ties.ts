import { familyOf, type Origin } from '../../agent/head.ts'
import { Line } from './export-format.ts'
import type { Here } from './here-already.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Which sessions of one archive were made of each other, and how they are called where they arrive. */

export type Ties = {
  /** The same origin in the names of the sessions that have arrived; of what is not here, as it was. */
  named: (origin: Origin) => Origin
  /** Of an origin in these names: what it was made of has arrived, so the two may still be one conversation. */
  isHere: (origin: Origin) => boolean
  /** Session `from` of the archive has arrived as `to`. */
  arrived: (from: string, to: string) => void
  /** Session `from` of the archive was here already. */
  isHereAs: (from: string, here: Here) => void
}

/** Of a session that comes alone. */
export const NO_TIES: Ties = { named: (origin) => origin, isHere: () => false, arrived: () => {}, isHereAs: () => {} }

/** `newId`: names a conversation whose first session is not in the archive, or was refused. */
export function makeTies(newId: () => string): Ties {
  const sessions = new Map<string, string>()
  const families = new Map<string, string>()
  const family = (name: string): string => {
    const known = families.get(name) ?? sessions.get(name)
    if (known !== undefined) return known
    const drawn = newId()
    families.set(name, drawn)
    return drawn
  }
  return {
    named: (origin) => {
      const { session: from, family: old, ...rest } = origin
      const session = sessions.get(from)
      return session === undefined ? origin : { ...rest, session, ...(old !== undefined && { family: family(old) }) }
    },
    isHere: ({ session }) => [...sessions.values()].includes(session),
    arrived: (from, to) => void sessions.set(from, to),
    isHereAs: (from, { head, family: called }) => {
      sessions.set(from, head.sessionId)
      // the conversation goes under the name that it has here
      families.set(called ?? from, familyOf(head))
    },
  }
}

/**
 * The sessions of an archive, each after the one that it says it was made of. Of a circle, which no honest archive holds, somebody comes first
 * and is tied to nobody. What cannot be read stays where it is.
 */
export async function parentsFirst(entries: readonly ZipEntry[]): Promise<{ entry: ZipEntry; id: string | null }[]> {
  if (entries.length === 1) return entries.map((entry) => ({ entry, id: null }))
  const read = await Promise.all(entries.map(async (entry) => ({ entry, ...(await firstLine(entry)) })))
  const byId = new Map(read.flatMap((each) => (each.id === null ? [] : [[each.id, each]])))
  const ordered = new Set<(typeof read)[number]>()
  for (const each of read) {
    const line: (typeof read)[number][] = []
    for (let at: typeof each | undefined = each; at !== undefined && !ordered.has(at) && !line.includes(at); )
      at = line[line.push(at) - 1]?.of == null ? undefined : byId.get(at.of ?? '')
    for (const parent of line.reverse()) ordered.add(parent)
  }
  return [...ordered].map(({ entry, id }) => ({ entry, id }))
}

async function firstLine(entry: ZipEntry): Promise<{ id: string | null; of: string | null }> {
  try {
    for await (const text of readLines(entry.open())) {
      const line = Line.safeParse(parseLine(text)).data
      if (line?.type === 'session') return { id: line.sessionId, of: line.of ?? null }
      break
    }
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error
  }
  // whoever imports it says what is wrong with it
  return { id: null, of: null }
}
