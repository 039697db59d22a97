import { type Answer, keyOf, type Message, type ToolCall } from '../../../src/agent/message.ts'
import { status } from '../../../src/agent/status.ts'
import { judge as judgeLog, type Evidence as Said, type SaidRow } from '../../support/devices-oracle.ts'
import { same, text } from '../compare.ts'
import { checkCalls } from '../oracle.ts'
import { doneIn } from '../program.ts'
import { checkJournal, type Must, type Rows } from '../stored.ts'
import { checkFold } from '../stored-fold.ts'
import type { OutsideAct } from '../tool-server.ts'
import { saidOf } from './store.ts'

/**
 * What must be true of a session of two devices at rest, whatever was done to them. Reads the log as it lies in the
 * storage, both disks, what the outside world counted and what the person was told. Every sentence is a violation.
 */
export type Evidence = {
  log: Said['log']
  devices: DeviceEvidence[]
  /** Calls whose start the storage has lost: another device may have begun them once more. */
  lost?: ReadonlySet<string>
  /** Of this session's tools. */
  acts: readonly OutsideAct[]
}
export type DeviceEvidence = {
  name: string
  /** The session that stands for the log; null: there is none. */
  own: Rows | null
  /** What its page shows of it, having only applied what it was told. */
  shown: readonly Message[]
  /** All others. */
  copies: Rows[]
  /** Copies that its person has sent on or thrown away: calls that they made are known. */
  settled?: Rows[]
  /** Messages of which it said that they are kept. */
  told: string[]
}

/** Tools whose acts must not happen twice. */
const ONCE = /^test_pay/

export function violations(evidence: Evidence): string[] {
  const found: string[] = []
  const must: Must = (holds, sentence) => {
    if (!holds) found.push(sentence)
  }
  const { log, devices } = evidence
  for (const { name, own, copies } of devices) {
    const mustThere =
      (where: string): Must =>
      (holds, sentence) =>
        must(holds, `${name}${where}: ${sentence}`)
    must(own !== null, `${name} has no session of this log`)
    for (const [rows, where] of [
      ...(own === null ? [] : [[own, ''] as const]),
      ...copies.map((rows) => [rows, ' (a copy)'] as const),
    ]) {
      checkJournal(rows, mustThere(where))
      checkFold(rows, mustThere(where))
      checkCalls(rows, mustThere(where))
    }
    for (const { head } of copies)
      must(
        head.title?.endsWith('(from this device)') === true,
        `${name} has a copy that does not say so: ${head.title}`,
      )
  }
  const marked = markRepeats(devices)
  found.push(
    ...judgeLog({
      log: log.map((segment) => ({ ...segment, rows: segment.rows.map(marked) })),
      devices: devices.map(({ name, own, copies, told }) => ({
        ...{ name, told },
        journal: own === null ? [] : saidIn(own).map(marked),
        copies: copies.map(saidIn),
      })),
    }),
  )
  checkActs(evidence, must)
  checkSame(devices, must)
  for (const { name, own } of devices)
    if (own !== null) checkRest(own, (holds, words) => must(holds, `${name}: ${words}`))
  return found
}

const saidIn = ({ journal }: Rows): Said['devices'][number]['journal'] => journal.map(({ input }) => saidOf(input))
/** Starts of calls that may be carried out again are told from those that may not. */
function markRepeats(devices: readonly DeviceEvidence[]): (row: SaidRow) => SaidRow {
  const calls = devices.flatMap(({ own }) => (own === null ? [] : callsOf(own)))
  const once = new Set(calls.flatMap(({ id, repeat }) => (repeat === 'once' ? [id] : [])))
  return (row) => (row.type === 'toolkit-start' && !once.has(row.toolCallId ?? '') ? { ...row, repeats: true } : row)
}
const answersOf = (messages: readonly Message[]): Answer[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? [message] : []))
const callsOf = ({ messages }: Rows): ToolCall[] => answersOf(messages).flatMap(({ calls }) => calls)

/**
 * No act that must not be repeated twice, by whatever device; none before its start stood in the log; no key of two
 * acts' steps.
 */
function checkActs({ log, devices, acts, lost = new Set() }: Evidence, must: Must): void {
  const calls = new Map(
    devices
      .flatMap(({ own, copies, settled = [] }) =>
        [...settled, ...copies, ...(own === null ? [] : [own])].flatMap(callsOf),
      )
      .map((call) => [keyOf(call), call]),
  )
  const started = new Set(
    log.flatMap(({ rows }) => rows.flatMap(({ type, toolCallId }) => (type === 'toolkit-start' ? [toolCallId] : []))),
  )
  for (const key of new Set(acts.map((act) => act.key))) {
    const steps = new Set(acts.flatMap((act) => (act.key === key ? [act.step] : [])))
    must(steps.size === 1, `one key names several acts: ${[...steps]}`)
    must(calls.has(key), `an act of ${[...steps]}, which no device knows to be a call`)
  }
  for (const step of new Set(acts.map((act) => act.step))) {
    const own = acts.filter((act) => act.step === step && ONCE.test(act.tool))
    const isLost = own.some(({ key }) => lost.has(calls.get(key)?.id ?? ''))
    must(isLost || own.length <= 1, `${step}, which must run once, acted ${own.length} times`)
    for (const { key } of own)
      must(
        isLost || started.has(calls.get(key)?.id),
        `${step}, which must run once, acted and its start does not stand in the log`,
      )
  }
  for (const call of calls.values()) {
    const receipts = (call.result?.content ?? []).flatMap((block) =>
      block.type === 'text' ? (/^receipt (\d+)$/.exec(block.text)?.[1] ?? []) : [],
    )
    for (const receipt of receipts) {
      const act = acts.find(({ n }) => n === Number(receipt))
      must(act?.key === keyOf(call), `call ${call.id} shows a receipt that is not its own: ${receipt}`)
    }
  }
}

/** Both tell the same conversation, on disk and in what is shown; files too. */
function checkSame([first, second]: readonly DeviceEvidence[], must: Must): void {
  for (const device of [first, second])
    if (device?.own) {
      const tail = device.own.messages.slice(-device.shown.length)
      must(
        device.shown.length > 0 && same(device.shown, tail),
        `${device.name} shows other than it stores:\n${text(device.shown)}\n${text(tail)}`,
      )
    }
  if (!first?.own || !second?.own) return
  for (const part of ['messages', 'queue', 'config', 'summary'] as const)
    must(
      same(first.own[part], second.own[part]),
      `the ${part} differ:\n${text(first.own[part])}\n${text(second.own[part])}`,
    )
  const names = ({ files }: Rows): unknown => files.map(({ path, blob }) => [path, blob]).sort()
  must(
    same(names(first.own), names(second.own)),
    `the files differ: ${text(names(first.own))} ${text(names(second.own))}`,
  )
}

/** It has come to its end, and everything that was said was answered. */
function checkRest({ head, messages }: Rows, must: Must): void {
  const { type } = status(head)
  must(type === 'idle', `it rests as ${type}`)
  const last = answersOf(messages).findLast((answer) => answer.status === 'complete')
  const said = last?.content.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? ''
  const heard = new Set(doneIn(said) ?? [])
  const unheard = messages.flatMap((row) => (row.role === 'user' && !heard.has(row.id) ? [row.id] : []))
  must(unheard.length === 0, `nobody answered ${unheard}; the last answer: ${said.slice(0, 300)}`)
}
