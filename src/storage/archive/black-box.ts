import type { Config } from '../../agent/config.ts'
import { familyOf, type Head } from '../../agent/head.ts'
import type { State } from '../../agent/state.ts'
import { shaOf } from '../blobs.ts'
import { DATA_VERSION } from '../migrations.ts'
import { parseHead } from '../parse-rows.ts'
import { listHeads } from '../read.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { readRecordedWire } from '../settings/recorded-wire.ts'
import { asJson } from './as-json.ts'
import { entryOfLines, manifestOf, putJson } from './export.ts'
import { blobEntry, Line, MANIFEST, RUN, sessionEntry, type WrittenLine, wireEntry } from './export-format.ts'
import { exportSession } from './export-session.ts'
import { type ImportFold, makeImportFold } from './import-fold.ts'
import { bytesFor, type NotKept } from './not-kept.ts'
import { BadArchive } from './zip-reader.ts'
import { makeZipWriter, type Sink, type ZipWriter } from './zip-writer.ts'

/**
 * One whole run as a file: an archive whose sessions arrive as recordings. Secrets are removed, so its bytes differ
 * from the stored ones: the journal is cleaned and folded again, and the rows follow from the cleaned one.
 */
export type BlackBoxWish = {
  sessionId: string
  /** What rows call sessions that they do not call by their id. */
  names?: ReadonlyMap<string, string>
  /** Its sessions arrive as recordings; otherwise stopped, to be continued. */
  recording?: boolean
  /** Removes the secrets from a text. JSON text stays JSON text. */
  clean: (text: string) => string
  /** Includes the recorded wire. */
  wire?: boolean
  notKept?: NotKept
  /** Wall time, ms. */
  now: number
}

/**
 * Writes session `sessionId` and its variants, without deleted ones. Resolves to their number; 0: it does not exist.
 * Rejects with BadArchive if a record is damaged or the cleaned journal does not fold, with a DOMException if the
 * database fails, and with the sink's rejection.
 */
export async function exportBlackBox(
  db: Database,
  { sessionId, names, recording = true, clean, wire = false, notKept, now }: BlackBoxWish,
  sink: Sink,
): Promise<number> {
  const ids = await conversationOf(db, sessionId, names)
  const zip = makeZipWriter(sink, now)
  await putJson(zip, MANIFEST, { ...manifestOf('sessions', DATA_VERSION, now), ...(recording && { recording }) })
  const blobs = new Map<string, string>()
  const sessions: RunFacts[] = []
  for (const id of ids) {
    for (const [sha, cleaned] of await cleanedBlobs(db, id, clean, notKept)) blobs.set(sha, cleaned)
    const rename = renamer(blobs)
    const lines = entryOfLines(zip, sessionEntry(id))
    const cleanLines = makeCleanLines(
      id,
      (text) => rename(clean(text)),
      (line) => lines.put(asJson(line)),
    )
    await exportSession(db, id, cleanLines.take, notKept)
    await lines.end()
    if (wire) await putWire(db, zip, id, (text) => rename(clean(text)))
    sessions.push(factsOf(id, cleanLines.state()))
  }
  await putJson(zip, RUN, { sessions })
  const written = new Set<string>()
  for (const [sha, cleaned] of blobs) {
    // two blobs that differed only in a secret are one now
    const bytes = written.has(cleaned) ? null : await bytesFor(db, sha, notKept)
    // a blob that is missing here is missing there, and a line of its session says so
    if (bytes === null) continue
    written.add(cleaned)
    const entry = zip.entry(blobEntry(cleaned), false)
    await entry.write(cleaned === sha ? bytes : new TextEncoder().encode(clean(textOf(bytes) ?? '')))
    await entry.end()
  }
  await zip.end()
  return ids.length
}

async function putWire(
  db: Database,
  zip: ZipWriter,
  sessionId: string,
  clean: (text: string) => string,
): Promise<void> {
  const { exchanges } = await readRecordedWire(db, sessionId)
  const lines = entryOfLines(zip, wireEntry(sessionEntry(sessionId)))
  for (const exchange of exchanges) await lines.put(clean(JSON.stringify(exchange)))
  await lines.end()
}

/**
 * The content of a black box of this session: it and its variants, each after the one it was made from. `names`: what
 * rows call sessions that they do not call by their id. Rejects with a DOMException.
 */
export async function conversationOf(
  db: Database,
  sessionId: string,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const row: unknown = await db.get('sessions', sessionId)
  if (row === undefined) return []
  const familyIn = (head: Head): string => familyOf({ ...head, sessionId: names.get(head.sessionId) ?? head.sessionId })
  const family = familyIn(parseHead(row))
  const { heads } = await listHeads(db)
  return heads
    .filter((head) => head.sessionId === sessionId || (head.deletedAt === null && familyIn(head) === family))
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((head) => head.sessionId)
}

/** For each blob that the session names: its name without the secrets. */
async function cleanedBlobs(
  db: Database,
  sessionId: string,
  clean: (text: string) => string,
  notKept: NotKept | undefined,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const key of await db.getAllKeys('blob-names', wholeSession(sessionId))) {
    const sha = String(key[1])
    const text = textOf((await bytesFor(db, sha, notKept)) ?? new Uint8Array(0))
    const cleaned = text === null ? null : clean(text)
    names.set(sha, cleaned === null || cleaned === text ? sha : await shaOf(new TextEncoder().encode(cleaned)))
  }
  return names
}

/** null: it is not text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

function renamer(blobs: ReadonlyMap<string, string>): (text: string) => string {
  const changed = [...blobs].filter(([sha, cleaned]) => sha !== cleaned)
  return (text) => changed.reduce((all, [sha, cleaned]) => all.replaceAll(sha, cleaned), text)
}

/** Cleans the lines of one session as they come; rows of the state are replaced by those of the cleaned journal. */
function makeCleanLines(
  sessionId: string,
  clean: (text: string) => string,
  write: (line: WrittenLine) => Promise<void>,
): { take: (line: WrittenLine) => Promise<void>; state: () => State | null } {
  const fold: ImportFold = makeImportFold(sessionId, () => null)
  let lines = 0
  const put = async (line: WrittenLine): Promise<void> => {
    if (line.type !== 'end') lines++
    await write(line)
  }
  return {
    state: fold.state,
    take: async (written) => {
      const { type } = written
      if (type === 'damaged')
        throw new BadArchive('A record of this session is damaged. Save it as an archive instead.')
      if (type === 'end') {
        const state = fold.state()
        if (state !== null) for (const line of linesOfState(state)) await put(line)
        return put({ ...written, lines, ...(state !== null && { consistent: true }) })
      }
      const line = Line.parse(JSON.parse(clean(asJson(written))))
      if (OF_STATE.has(type) && fold.state() !== null) return
      if (line.type === 'session' || line.type === 'snapshot' || line.type === 'journal') fold.take(line)
      return put(line)
    },
  }
}

const OF_STATE: ReadonlySet<Line['type']> = new Set<Line['type']>([
  'head',
  'config',
  'summary',
  'plan',
  'queue',
  'message',
  'file',
])

/** The rows of a state as lines. */
export function* linesOfState({ head, config, summary, plan, queue, messages, files }: State): Generator<WrittenLine> {
  yield { type: 'head', row: head }
  yield { type: 'config', row: { config } }
  if (summary !== null) yield { type: 'summary', row: { summary } }
  if (plan !== null) yield { type: 'plan', row: { plan } }
  for (const row of queue) yield { type: 'queue', row }
  for (const row of messages) yield { type: 'message', row }
  for (const row of files) yield { type: 'file', row }
}

type RunFacts = {
  session: string
  models: { model: string; answers: number; input: number; output: number; cost: number }[]
  tools: { name: string; repeat: Config['tools'][string]['repeat']; hash?: string }[]
}

/** For readers without Reflexor: the models with their usage, and the tools. */
function factsOf(session: string, state: State | null): RunFacts {
  const models = new Map<string, RunFacts['models'][number]>()
  for (const row of state?.messages ?? []) {
    if (row.role !== 'assistant' || row.model === null) continue
    const { model } = row.model
    const sum = models.get(model) ?? { model, answers: 0, input: 0, output: 0, cost: 0 }
    models.set(model, {
      ...{ model, answers: sum.answers + 1, input: sum.input + (row.usage?.input ?? 0) },
      ...{ output: sum.output + (row.usage?.output ?? 0), cost: sum.cost + (row.cost ?? 0) },
    })
  }
  const tools = Object.entries(state?.config.tools ?? {})
  return {
    session,
    models: [...models.values()],
    tools: tools.map(([name, { repeat, hash }]) => ({ name, repeat, ...(hash !== undefined && { hash }) })),
  }
}
