import { familyOf, type Head, type Origin } from '../../agent/head.ts'
import { Line } from './export-format.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Which sessions of one archive were made from each other, and their names after arrival. */

/** The other sessions as one session of the archive sees them. */
export type Ties = {
  /**
   * The same origin in the names of sessions that have arrived or were here. An unknown origin stays, in a conversation
   * with a new name.
   */
  named: (origin: Origin) => Origin
  /** Whether the source of an origin (in these names) is here, so that the two may still be one conversation. */
  isHere: (origin: Origin) => boolean
}
export type ArchiveTies = {
  /**
   * `madeOf`: the session here that this one has proved to be made from. It is connected to no other session here,
   * whatever it claims.
   */
  forEntry: (madeOf: string | null) => Ties
  /** Session `from` of the archive has arrived. */
  arrived: (from: string, head: Head) => void
  /** Session `from` of the archive was here already. */
  isHereAs: (from: string, head: Head) => void
  /** The session here that equals session `from`. */
  hereAs: (from: string) => Head | null
}

/** For a session that comes alone. */
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
          // the conversation keeps its name here, never one from the archive
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
 * The sessions of an archive, each after the session that it claims as its source. In a circle, which no honest archive
 * has, one session comes first without a source. Unreadable sessions keep their place.
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
  // the import reports what is wrong with it
  return { id: null, of: null }
}
