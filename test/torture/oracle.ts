import { createHash } from 'node:crypto'
import type { Draft } from 'mutative'
import type { Input } from '../../src/agent/input.ts'
import { type Answer, keyOf, type Message, type ToolCall } from '../../src/agent/message.ts'
import { status } from '../../src/agent/status.ts'
import type { SessionView } from '../../src/protocol/common.ts'
import { blobsNamedBy } from '../../src/storage/archive/blob-names.ts'
import { same, text } from './compare.ts'
import { type Commanded, checkCommands } from './oracle-commands.ts'
import { checkMessages } from './oracle-messages.ts'
import { checkSummary } from './oracle-summary.ts'
import { type AppRow, checkView, problemOfApp } from './oracle-view.ts'
import type { Dump } from './page/database.ts'
import { diskPath, doneIn, logPath } from './program.ts'
import { checkJournal, type Must, type Rows, rowsOf } from './stored.ts'
import { checkFold } from './stored-fold.ts'
import type { OutsideAct } from './tool-server.ts'

/**
 * What must be true of a session at rest, whatever was done to it. Reads the rows on disk, what the outside world
 * counted and what the person was promised; knows nothing of what happened in between. Every sentence it returns is a
 * violation.
 */
export type Evidence = {
  sessionId: string
  rows: Dump
  /** The hash of each stored blob's bytes, by its name. */
  blobs: Record<string, string>
  /** The texts of files in the linked folders, by `<session>/<path>`. */
  onDisk: Record<string, string>
  acts: readonly OutsideAct[]
  /** Requests that reached a provider. */
  askings: number
  /** What the person sent, in order, with what they were told became of it. */
  sent: readonly {
    messageId: string
    outcome: string
    /** Those that must come before it: acknowledged when it was sent, or sent earlier in the same page. */
    after: readonly string[]
  }[]
  /** All that the person gave by commands, and what they were told of each. */
  commands: readonly Commanded[]
  /** What a page that only applied deltas shows; undefined: nothing. */
  view: Draft<SessionView> | undefined
  /** What stands in the product's page; null: the session is not used through it. */
  app: readonly AppRow[] | null
}
export function violations(evidence: Evidence): string[] {
  const found: string[] = []
  const must = (holds: boolean, sentence: string): void => {
    if (!holds) found.push(`${evidence.sessionId}: ${sentence}`)
  }
  const rows = rowsOf(evidence.rows, evidence.sessionId)
  if (rows === null) return [`${evidence.sessionId}: the session is gone`]
  checkJournal(rows, must)
  checkFold(rows, must)
  checkSummary(rows, must)
  checkMessages(rows, evidence, must)
  checkCommands(rows, evidence, must)
  checkCalls(rows, must)
  checkActs(rows, evidence, must)
  checkFiles(rows, evidence, must)
  checkLogs(rows, must)
  checkDisk(rows, evidence, must)
  checkRest(rows, must)
  checkView(rows, evidence, must)
  const problem = evidence.app === null ? null : problemOfApp(evidence.app, rows.messages)
  must(problem === null, problem ?? '')
  return found
}

const answersOf = (messages: readonly Message[]): Answer[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? [message] : []))
const callsOf = (messages: readonly Message[]): ToolCall[] => answersOf(messages).flatMap(({ calls }) => calls)

/** Every call has one result, or waits in sight of the person. */
export function checkCalls({ messages, journal }: Rows, must: Must): void {
  const ends = new Map<string, number>()
  for (const { input } of journal) {
    const closes =
      input.type === 'toolkit-respond' ||
      (input.type === 'toolkit-error' && input.retryAt === null) ||
      (input.type === 'user-settle-tool-call' && input.choice !== 'again')
    if (closes) ends.set(input.toolCallId, (ends.get(input.toolCallId) ?? 0) + 1)
  }
  const ids = callsOf(messages).map(({ id }) => id)
  must(new Set(ids).size === ids.length, `two calls have one id: ${ids}`)
  for (const { id, status: state, result } of callsOf(messages)) {
    must((state === 'closed') === (result !== null), `call ${id} is ${state} and its result is ${text(result)}`)
    must(['closed', 'pending', 'unknown', 'asking', 'waiting'].includes(state), `call ${id} rests as ${state}`)
    must((ends.get(id) ?? 0) <= 1, `call ${id} ended ${ends.get(id)} times`)
  }
}

/** No act without its committed intent, none that must not be repeated twice, no result without its act. */
export function checkActs(
  { messages, journal }: Rows,
  { acts, sessionId, askings }: Pick<Evidence, 'acts' | 'sessionId' | 'askings'>,
  must: Must,
): void {
  const count = (holds: (input: Input) => boolean): number => journal.filter(({ input }) => holds(input)).length
  const calls = new Map(callsOf(messages).map((call) => [keyOf(call), call]))
  must(calls.size === callsOf(messages).length, 'two calls have one key')
  const ours = acts.filter(({ session }) => session === sessionId)
  for (const key of new Set(ours.map((act) => act.key))) {
    const id = calls.get(key)?.id
    const times = ours.filter((act) => act.key === key).length
    const starts = count((input) => input.type === 'toolkit-start' && input.toolCallId === id)
    const again = count(
      (input) => input.type === 'user-settle-tool-call' && input.toolCallId === id && input.choice === 'again',
    )
    must(id !== undefined, `an act of ${key}, which is no call`)
    must(times <= starts, `call ${id} acted ${times} times and was started ${starts} times`)
    if (calls.get(key)?.repeat === 'once')
      must(
        times <= 1 + again,
        `call ${id}, which must run once, acted ${times} times; the person said again ${again} times`,
      )
  }
  for (const call of calls.values()) {
    const block = call.result?.kind === 'ok' ? call.result.content[0] : undefined
    const receipt = block?.type === 'text' ? /^receipt (\d+)$/.exec(block.text)?.[1] : undefined
    if (!/^test_(look|put|pay)/.test(call.name) || call.result?.kind !== 'ok') continue
    const act = acts.find(({ n }) => n === Number(receipt))
    must(
      act?.key === keyOf(call) && act.session === sessionId,
      `call ${call.id} shows a receipt that is not its own: ${text(block)}`,
    )
  }
  const starts = count((input) => input.type === 'brain-send-message-start')
  must(askings <= starts, `the model was asked ${askings} times and ${starts} starts were committed`)
}

/**
 * Files are what the results say, counted here without the transition; their bytes are there and are what their names
 * say.
 */
export function checkFiles(
  { files, journal, messages, blobNames }: Rows,
  { blobs }: Pick<Evidence, 'blobs'>,
  must: Must,
): void {
  const results = new Map(callsOf(messages).map((call) => [call.id, call.result?.kind]))
  const said = new Map<string, string | null>()
  for (const { input } of journal) {
    // a helper begins with the files of the session that it helps
    if (input.type === 'session-create') for (const { path, to } of input.helps?.files ?? []) said.set(path, to)
    if (input.type === 'toolkit-respond' && results.get(input.toolCallId) === 'ok')
      for (const { path, to } of input.files ?? []) said.set(path, to)
  }
  const present = files.flatMap(({ path, blob }) => (blob === null ? [] : [[path, blob] as const])).sort()
  const expected = [...said].filter(([, blob]) => blob !== null).sort()
  must(same(present, expected), `files: ${text(present)}; results say: ${text(expected)}`)
  for (const [path, blob] of present) must(blobs[blob] === blob, `the bytes of ${path} are ${blobs[blob] ?? 'gone'}`)
  // a blob is removed with the last session that names it: each is named, by the writer of the input that said it last
  const named = new Map(journal.flatMap(({ input, epoch }) => blobsNamedBy([input]).map((sha) => [sha, epoch])))
  for (const [sha, epoch] of named) {
    const writer = blobNames.find((name) => name.sha === sha)?.epoch
    must(writer === epoch, `the name of the bytes ${sha} was written by ${writer ?? 'nobody'}, not ${epoch}`)
  }
}

/** Each run of code that ended well appended to the file of its step once; a run that did not changed nothing. */
export function checkLogs({ files, messages }: Pick<Rows, 'files' | 'messages'>, must: Must): void {
  const runs = callsOf(messages).filter(({ name }) => name === 'run_shell' || name === 'run_python')
  for (const step of new Set(runs.map(({ providerId }) => providerId))) {
    const well = runs.filter(({ providerId, result }) => providerId === step && result?.kind === 'ok').length
    const there = files.find(({ path }) => path === logPath(step))?.blob ?? null
    const right = well === 0 ? null : createHash('sha256').update(`${step}\n`.repeat(well)).digest('hex')
    must(there === right, `code of ${step} ended well ${well} times, and its file is ${there ?? 'not there'}`)
  }
}

/** What was said to be written on disk is there, whole; nothing is there that was not begun, nor half of it. */
function checkDisk({ messages, journal }: Rows, { onDisk, sessionId }: Evidence, must: Must): void {
  const started = new Set(journal.flatMap(({ input }) => (input.type === 'toolkit-start' ? [input.toolCallId] : [])))
  const writes = callsOf(messages).filter(({ name }) => name === 'disk_write')
  // answers that go on side by side may call one step twice, and one of them may be denied
  const begun = new Set(writes.flatMap(({ id, providerId }) => (started.has(id) ? [providerId] : [])))
  for (const { id, providerId, result } of writes) {
    const there = onDisk[`${sessionId}/${diskPath(providerId)}`]
    if (result?.kind === 'ok') must(there === providerId, `call ${id} wrote to disk, and there is ${text(there)}`)
    else must(there === undefined || begun.has(providerId), `call ${id} was not begun and wrote to disk`)
    // an empty file is what is made before the first byte is written
    must([undefined, '', providerId].includes(there), `call ${id} left ${text(there)} on disk`)
  }
  const expected = new Set(writes.map(({ providerId }) => `${sessionId}/${diskPath(providerId)}`))
  // what Chromium itself leaves beside the file when it is killed in the middle of a write: of files that a call was to
  // write, no others
  const swapOf = (path: string): string => path.replace(/\.crswap$/, '')
  const others = Object.keys(onDisk).filter((path) => path.startsWith(`${sessionId}/`) && !expected.has(swapOf(path)))
  must(others.length === 0, `files on disk that no call wrote: ${others}`)
}

/** It has come to rest in a way that a person understands, with nothing left half done and nobody unheard. */
function checkRest({ head, messages, streams }: Rows, must: Must): void {
  const { type } = status(head)
  must(['idle', 'waiting-for-you', 'paused', 'failed', 'stopped'].includes(type), `it rests as ${type}`)
  must(streams === 0, `${streams} pieces of text of ended answers are still kept`)
  if (type === 'idle' && head.hold === null && head.count > 0) {
    const last = answersOf(messages).findLast(({ status: state }) => state === 'complete')
    const said = last?.content.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? ''
    const heard = new Set(doneIn(said) ?? [])
    const unheard = messages.flatMap((row) => (row.role === 'user' && !heard.has(row.id) ? [row.id] : []))
    must(unheard.length === 0, `idle, but nobody answered ${unheard}; the last answer: ${said.slice(0, 300)}`)
  }
}
