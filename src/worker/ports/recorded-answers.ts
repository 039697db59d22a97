import { blobsOfBlocks } from '../../agent/attachments.ts'
import type { ToolCall, ToolResult } from '../../agent/message.ts'
import { NO_RECORDING, NOT_RECORDED } from '../../agent/not-recorded.ts'
import type { State } from '../../agent/state.ts'
import type { PreparedCall } from '../../effects/prepare-calls.ts'
import { parseBounded } from '../../json/bounds.ts'
import { messageOrNull } from '../../storage/parse-rows.ts'
import type { Database } from '../../storage/schema.ts'
import { rowsBetween } from '../../storage/session-range.ts'

/**
 * Runs that are made again: calls of tools that act outside get the answer that another session had for the same call
 * (`config.acts`), and nothing is done. The answer is found when the call is announced and committed with it, so that
 * the journal says what the model was told, whatever becomes of that session later.
 */

/** Tools that act inside the session only: they run as usual, on its own files. All other tools act outside. */
const INSIDE: ReadonlySet<string> = new Set([
  ...['list_files', 'find_files', 'read_file', 'search_files', 'write_file', 'edit_file', 'move_file', 'delete_file'],
  ...['read_result', 'run_javascript', 'run_python', 'run_shell', 'make_document', 'show_artifact', 'ask_user', 'wait'],
  'update_plan',
])

const PAGE = 500

/** Where the recording has an answer: the row and the place of the call in it. In order. */
type Place = { n: number; at: number }
type Recording = ReadonlyMap<string, readonly Place[]>

export type RecordedAnswers = (calls: PreparedCall[], state: State) => Promise<PreparedCall[]>

/** For one session. Rejects with a DOMException when the database fails. */
export function recordedAnswers(db: Database): RecordedAnswers {
  let read: { of: string; recording: Promise<Recording | null> } | null = null
  return async (calls, { head, config: { acts } }) => {
    if (!acts || !calls.some(isOpenOutside)) return calls
    if (read?.of !== acts.of) read = { of: acts.of, recording: readRecording(db, acts.of) }
    const recording = await read.recording.catch((error: unknown) => {
      read = null
      throw error
    })
    // a missing recording may be restored later
    if (recording === null) read = null
    const begin = head.origin?.n ?? 0
    const used = await answeredHere(db, head.sessionId, begin)
    const answered: PreparedCall[] = []
    for (const call of calls) {
      const key = keyOf(call)
      const place = isOpenOutside(call) ? placeFor(recording?.get(key) ?? [], begin, used.get(key) ?? 0) : null
      const result = place === null ? null : await resultAt(db, acts.of, place)
      if (result !== null) used.set(key, (used.get(key) ?? 0) + 1)
      answered.push(
        result !== null
          ? withAnswer(call, result)
          : isOpenOutside(call) && acts.refuse
            ? { ...call, problem: recording === null ? NO_RECORDING : NOT_RECORDED }
            : call,
      )
    }
    return answered
  }
}

const isOpenOutside = ({ name, problem }: PreparedCall): boolean => problem === undefined && !INSIDE.has(name)

/**
 * Its n-th answer after the point at which this session began, then the last one there is; else the last one before.
 */
function placeFor(places: readonly Place[], begin: number, nth: number): Place | null {
  const after = places.filter(({ n }) => n >= begin)
  return after[nth] ?? after.at(-1) ?? places.at(-1) ?? null
}

/** Drops the grant that the call would need: nothing is done. */
function withAnswer({ grant: _, sends: __, opens: ___, ...call }: PreparedCall, result: ToolResult): PreparedCall {
  const { kind, content, details, blob } = result
  return {
    ...call,
    answered: {
      kind: kind === 'error' ? 'error' : 'ok',
      content,
      ...(details !== undefined && { details }),
      ...(blob !== undefined && { blob }),
    },
  }
}

/** null: there is no such session. */
async function readRecording(db: Database, of: string): Promise<Recording | null> {
  if ((await db.getKey('sessions', of)) === undefined) return null
  const recording = new Map<string, Place[]>()
  await eachCall(db, of, 0, (call, place) => {
    if (!isAnswer(call)) return
    const key = keyOf(call)
    recording.set(key, [...(recording.get(key) ?? []), place])
  })
  return recording
}

/** How many of each call this session has been given from the recording so far. */
async function answeredHere(db: Database, sessionId: string, begin: number): Promise<Map<string, number>> {
  const used = new Map<string, number>()
  await eachCall(db, sessionId, begin, (call) => {
    if (call.result?.recorded === true) used.set(keyOf(call), (used.get(keyOf(call)) ?? 0) + 1)
  })
  return used
}

async function eachCall(
  db: Database,
  sessionId: string,
  from: number,
  look: (call: ToolCall, place: Place) => void,
): Promise<void> {
  for (let n = from; ; n += PAGE) {
    const rows: unknown[] = await db.getAll('messages', rowsBetween(sessionId, n, n + PAGE))
    for (const row of rows) {
      const message = messageOrNull(row)
      if (message?.role !== 'assistant') continue
      for (const [at, call] of message.calls.entries()) look(call, { n: message.n, at })
    }
    if (rows.length < PAGE) return
  }
}

/** A result that was run, or came from a recording itself: not a denied, stopped or skipped call. */
const isAnswer = ({ started, result }: ToolCall): boolean =>
  result !== null && (started || result.recorded === true) && ANSWERS.has(result.kind)
const ANSWERS: ReadonlySet<ToolResult['kind']> = new Set<ToolResult['kind']>(['ok', 'error', 'reported'])

/** null: it is not whole any more. */
async function resultAt(db: Database, of: string, { n, at }: Place): Promise<ToolResult | null> {
  const message = messageOrNull(await db.get('messages', [of, n]))
  const result = message?.role === 'assistant' ? (message.calls[at]?.result ?? null) : null
  if (result === null) return null
  const blobs = [
    ...blobsOfBlocks(result.content),
    ...(result.blob === undefined ? [] : [result.blob]),
    ...(result.details?.shape === 'image' ? [result.details.blob] : []),
    ...(result.details?.shape === 'artifact' && result.details.bundle !== undefined ? [result.details.bundle] : []),
  ]
  for (const sha of blobs) if ((await db.getKey('blobs', sha)) === undefined) return null
  return result
}

/** The same call: the same tool with the same arguments, however they are written. */
const keyOf = ({ name, args }: { name: string; args: string }): string => `${name}\n${inOrder(args)}`

function inOrder(args: string): string {
  try {
    return JSON.stringify(sorted(parseBounded(args)))
  } catch {
    return args
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
