import type { Database } from '../../schema.ts'
import { MANIFEST } from '../export-format.ts'
import type { ImportOptions, ImportReport } from '../import.ts'
import { newCourse } from '../import-course.ts'
import { importSession } from '../import-session.ts'
import { TakenOver } from '../import-stage.ts'
import { ZIP_BOUNDS } from '../open-archive.ts'
import { parseLine } from '../read-lines.ts'
import { NO_TIES, type Ties } from '../ties.ts'
import { BadArchive, readZip } from '../zip-reader.ts'
import { makeAlreadyHere } from './already-here.ts'
import { linesOfConversation, type Parting } from './as-session.ts'
import { readChatGpt } from './chatgpt.ts'
import { readClaude } from './claude.ts'
import { type Conversation, MOST_MESSAGES, newest } from './conversation.ts'
import { elementsOf } from './elements.ts'
import { readLibreChat } from './librechat.ts'
import { partingsOf } from './partings.ts'

type Source = () => ReadableStream<Uint8Array<ArrayBuffer>>

const READERS: readonly { by: string; read: (value: unknown) => Conversation | null }[] = [
  { by: 'ChatGPT', read: readChatGpt },
  { by: 'Claude', read: readClaude },
  { by: 'LibreChat', read: readLibreChat },
]
const CONVERSATIONS = /(^|\/)conversations(-\d{1,4})?\.json$/
/** Most conversations of one import, and most names in the list of those left out. */
const MOST = 5000
const ZIP_START = 0x504b

/**
 * The part of a file that may hold conversations of another program: `conversations.json` in a zip, or plain JSON.
 * null: an archive of Reflexor, or an unknown format. Rejects with BadArchive.
 */
export async function conversationsIn(file: Blob): Promise<Source[] | null> {
  const start = new DataView(await file.slice(0, 2).arrayBuffer())
  if (start.byteLength < 2) return null
  if (start.getUint16(0) !== ZIP_START) {
    const first = (await file.slice(0, 64).text()).trimStart()
    return /^\uFEFF?\s*[[{]/.test(first) ? [() => file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>] : null
  }
  const entries = await readZip(file, ZIP_BOUNDS)
  if (entries.has(MANIFEST)) return null
  const found = [...entries.values()].filter(({ name }) => CONVERSATIONS.test(name))
  return found.length === 0 ? null : found.map((entry) => entry.open)
}

/**
 * Imports conversations with ChatGPT, Claude or LibreChat, each as a recording, with its branches as variants.
 * Unreadable conversations are left out and counted. If the file breaks off, the conversations before that place stay.
 * Conversations of an earlier import are skipped. Rejects with BadArchive if there is no conversation, or with a
 * DOMException.
 */
export async function importElsewhere(
  db: Database,
  sources: readonly Source[],
  { newId, course = newCourse(), again = false, only, ...options }: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { sessions: [], refused: [], known: [], places: [] }
  const refuse = (name: string, reason: string): void => {
    if (report.refused.length < MOST) report.refused.push({ name, reason })
  }
  course.of = only?.size ?? (await countOf(sources))
  const hereAs = again ? async () => null : await makeAlreadyHere(db)
  let seen = 0
  let taken = 0
  let isFull = false
  for (const source of sources) {
    if (isFull) break
    try {
      for await (const text of elementsOf(source())) {
        if (course.stopped) return report
        seen++
        if (only?.has(seen - 1) === false) continue
        course.done = only === undefined ? seen - 1 : taken
        const read = text === null ? null : conversationOf(text)
        const name = read?.conversation.title || `conversation ${seen}`
        if (read?.conversation.said.length === 0) continue
        const here = read === null ? null : await hereAs(read.conversation)
        if (read === null) refuse(name, 'It is too long, damaged or of an unknown kind.')
        else if (here !== null) {
          report.known.push(here)
          report.places.push(seen - 1)
        } else if (taken === MOST) {
          isFull = true
          break
        } else
          try {
            const main = await importOne(db, newId(), read, options)
            taken++
            report.sessions.push(main)
            for (const { id, said, parting } of partingsOf(read.conversation, main.sessionId, newId)) {
              const variant = { ...read, conversation: { ...read.conversation, ...newest(said) } }
              report.sessions.push(await importOne(db, id, variant, options, parting))
            }
            const { leftOut } = read.conversation
            if (leftOut > 0)
              refuse(
                name,
                `Its first ${leftOut} messages: only the last ${MOST_MESSAGES} of a conversation are imported.`,
              )
          } catch (error) {
            if (!(error instanceof BadArchive) && !(error instanceof TakenOver)) throw error
            refuse(name, error.message)
          }
      }
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error
      refuse('the rest of the file', error.message)
    }
  }
  if (isFull)
    report.refused.push({
      name: 'the rest of the file',
      reason: `At most ${MOST} conversations can be imported at a time.`,
    })
  if (seen === 0) throw new BadArchive(report.refused[0]?.reason ?? 'This file contains no conversations.')
  return report
}

/**
 * Reads the file a second time, which is cheap compared with the import. A file that breaks off counts up to that
 * place.
 */
async function countOf(sources: readonly Source[]): Promise<number> {
  let count = 0
  for (const source of sources)
    try {
      for await (const _ of elementsOf(source(), 0)) count++
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error
    }
  return count
}

function conversationOf(text: string): { by: string; conversation: Conversation } | null {
  try {
    const value = parseLine(text)
    for (const { by, read } of READERS) {
      const conversation = read(value)
      if (conversation !== null) return { by, conversation }
    }
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error
  }
  return null
}

function importOne(
  db: Database,
  sessionId: string,
  { by, conversation }: { by: string; conversation: Conversation },
  options: Omit<ImportOptions, 'newId'>,
  parting?: Parting,
) {
  const lines = async function* (): AsyncGenerator<string> {
    yield* linesOfConversation(conversation, by, options.now, parting)
  }
  const source = { lines, putBlob: async () => 'absent' as const }
  // it has no system prompt: the person who continues has their own
  const configure: typeof options.configure = (config) => ({
    ...options.configure(config),
    systemPrompt: options.ownPrompt,
  })
  const ties = parting ? BESIDE : NO_TIES
  return importSession(db, sessionId, source, { ...options, configure, recording: true, mark: ` (${by})`, ties })
}

/** The session it is a variant of was imported before it, under the given name. */
const BESIDE: Ties = { named: (origin) => origin, isHere: () => true }
