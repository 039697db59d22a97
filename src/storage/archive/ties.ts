import { familyOf, type Head, type Origin } from '../../agent/head.ts'
import { Line } from './export-format.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Which sessions of one archive were made of each other, and how they are called where they arrive. */

/** As one session of the archive sees the others. */
export type Ties = {
  /** The same origin in the names of what has arrived or was here. Of what is not, as it was, in a conversation whose name nobody has. */
  named: (origin: Origin) => Origin
  /** Of an origin in these names: what it was made of is here, so the two may still be one conversation. */
  isHere: (origin: Origin) => boolean
}
export type ArchiveTies = {
  /** `madeOf`: what was here already and this one has shown to be made of; to nothing else that was here is it tied, whatever it says. */
  forEntry: (madeOf: string | null) => Ties
  /** Session `from` of the archive has arrived. */
  arrived: (from: string, head: Head) => void
  /** Session `from` of the archive was here already. */
  isHereAs: (from: string, head: Head) => void
  /** What was here already of session `from`. */
  hereAs: (from: string) => Head | null
}

/** Of a session that comes alone. */
export const NO_TIES: Ties = { named: (origin) => origin, isHere: () => false }

/** `newId`: names a conversation whose first session is not in the archive, or was refused. */
export function makeTies(newId: () => string): ArchiveTies {
  const came = new Map<string, Head>()
  const here = new Map<string, Head>()
  const unknown = new Map<string, string>()
  const nameOfUnknown = (family: string): string => {
    const drawn = unknown.get(family) ?? newId()
    unknown.set(family, drawn)
    return drawn
  }
  return {
    forEntry: (madeOf) => {
      const tied = new Set<string>()
      return {
        named: (origin) => {
          const { session: from, family, ...rest } = origin
          const head = came.get(from) ?? (from === madeOf ? here.get(from) : undefined)
          if (head === undefined)
            return family === undefined ? origin : { ...rest, session: from, family: nameOfUnknown(family) }
          tied.add(head.sessionId)
          // the conversation goes under the name that it has here, never under one that the archive gives
          return { ...rest, session: head.sessionId, ...(family !== undefined && { family: familyOf(head) }) }
        },
        isHere: ({ session }) => tied.has(session),
      }
    },
    arrived: (from, head) => void came.set(from, head),
    isHereAs: (from, head) => void here.set(from, head),
    hereAs: (from) => here.get(from) ?? null,
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
