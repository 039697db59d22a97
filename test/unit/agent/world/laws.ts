import { isDeepStrictEqual as same } from 'node:util'
import { inOrder } from '../../../../src/agent/answer-order.ts'
import { type ContextItem, toldAt } from '../../../../src/agent/context.ts'
import { apply, diff, view } from '../../../../src/agent/delta.ts'
import { Head, runOf } from '../../../../src/agent/head.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { keyOf } from '../../../../src/agent/message.ts'
import { offers } from '../../../../src/agent/offers.ts'
import { planInHead } from '../../../../src/agent/plan.ts'
import { rowAt } from '../../../../src/agent/rows.ts'
import type { State } from '../../../../src/agent/state.ts'
import { isBusyStatus, status } from '../../../../src/agent/status.ts'
import { MAX_HELPERS, MAX_STREAMS, MAX_TOOLS } from '../../../../src/agent/version.ts'
import { changeableFrom } from '../../../../src/search/mark.ts'
import { said } from '../../../support/said.ts'
import { rowsForContext } from './disk.ts'
import { Broken, must } from './machine.ts'
import type { World } from './world.ts'

/**
 * The laws of the mind and of the delta. They look at what was committed. A broken one is told by its letter: a, inputs
 * apply in order and nothing throws; b, it comes to rest, and somebody was asked; c, every message that was accepted is
 * there, once, where its delivery says; d, calls are open or have a result; e, what must not repeat is done once for
 * each word of the person; f, what the brain is asked is well formed, the same when asked again, and lacks nothing; g,
 * the replay of the journal is the state; h, idle means that nothing runs; i, an effect's key stands for one work,
 * which never comes back; j, bounds of what runs at once; k, nothing runs after a Stop.
 */

/** `tells`: it is for an asking, which tells what the person changed; a compression reads the history alone. */
export const checkContext = (w: World, cut: number, tells: boolean): void => {
  const { state } = w.disk
  const items = w.machine.contextFor({
    summary: state.summary,
    ...rowsForContext(state),
    cut,
    told: tells ? toldAt(state, cut) : undefined,
  })
  const why = (): string => JSON.stringify(items)
  checkSameAgain(w, `${tells ? 'an asking' : 'a compression'} of ${cut}`, why())
  const ids = checkShape(items)
  for (const id of ids) must(w.call(id)?.result != null, 'f', () => `no result for ${id}`)
  const last = state.messages.findLast((row) => row.role === 'user' && row.seq <= cut)
  if (last?.role !== 'user') return
  const wanted = last.content[0]
  const said = items.some((item) => item.role === 'user' && item.content.some((block) => same(block, wanted)))
  must(said, 'f', () => `the last user message ${last.id} is missing in ${why()}`)
}

/**
 * A second request of the same purpose and cut asks the same; not where another answer has loaded or brought back history
 * meanwhile. An asking that has not begun may become a compression of its cut.
 */
const checkSameAgain = (w: World, purpose: string, items: string): void => {
  const { summary } = w.disk.state
  const first = w.asked.get(purpose)
  if (!first || first.summary !== JSON.stringify(summary))
    w.asked.set(purpose, { items, summary: JSON.stringify(summary) })
  else must(first.items === items, 'f', () => `${purpose} asks differently\n${first.items}\n${items}`)
}

const checkShape = (items: readonly ContextItem[]): string[] => {
  const why = (): string => JSON.stringify(items)
  must(items[0]?.role === 'user', 'f', () => `does not start with user ${why()}`)
  must(items.at(-1)?.role !== 'assistant', 'f', () => `ends with assistant ${why()}`)
  const ids = items.flatMap((item) => (item.role === 'assistant' ? item.calls.map((call) => call.id) : []))
  must(new Set(ids).size === ids.length, 'f', () => `duplicate call ids ${why()}`)
  let due: string[] = []
  items.forEach((item, n) => {
    if (item.role === 'tool') {
      must(due.shift() === item.call.id, 'f', () => `orphan or unordered result ${why()}`)
      return
    }
    must(due.length === 0, 'f', () => `call without result ${why()}`)
    must(items[n - 1]?.role !== item.role, 'f', () => `two in a row ${why()}`)
    must(item.content.length > 0 || (item.role === 'assistant' && item.calls.length > 0), 'f', () => `empty ${why()}`)
    if (item.role === 'assistant') {
      due = item.calls.map((call) => call.id)
      checkOrder(item)
    }
  })
  must(due.length === 0, 'f', () => `call without result ${why()}`)
  return ids
}

/** All that was said is told, each call once, and what the row places before something else is told before it. */
const checkOrder = ({ content, calls }: Extract<ContextItem, { role: 'assistant' }>): void => {
  const told = inOrder(content, calls)
  const made = told.flatMap((block) => (block.type === 'tool-call' ? [block.call.id] : []))
  must(same([...made].sort(), calls.map(({ id }) => id).sort()), 'f', () => `calls told are ${made}`)
  must(
    same(
      told.filter(({ type }) => type !== 'tool-call'),
      content.filter(({ type }) => type !== 'tool-call'),
    ),
    'f',
    () => `words lost or moved: ${JSON.stringify(told)}`,
  )
  const placed = content.flatMap((block) => (block.type === 'tool-call' ? [calls[block.call]?.id] : []))
  const first = placed.filter((id, n) => id !== undefined && placed.indexOf(id) === n)
  must(same(made.slice(0, first.length), first), 'f', () => `calls told as ${made}, placed as ${first}`)
}

/** The delta laws, for each commit: inverse, and views of every window. */
export const checkCommit = (previous: State, next: State): void => {
  const delta = diff(previous, next)
  must(same(apply(previous, delta), next), 'delta', () => `apply(diff) differs: ${JSON.stringify(delta)}`)
  for (let from = 0; from <= (previous.messages.at(-1)?.n ?? 0); from++)
    must(
      same(apply(view(previous, { from }), delta), view(apply(previous, delta), { from })),
      'delta',
      () => `view from ${from} differs: ${JSON.stringify(delta)}`,
    )
}

/** A row below what may still change stays as it is: the index of words relies on it. */
export const checkSettledRows = (previous: State, next: State): void => {
  const from = changeableFrom(previous.head)
  for (const row of previous.messages) {
    if (row.n >= from) break
    const now = rowAt(next.messages, row.n)
    must(now === row || same(now, row), 'settled rows', () => `row ${row.n} changed, below ${from}`)
  }
}

export const checkState = (w: World): void => {
  const { state: s } = w.disk
  const { head } = s
  const wanted = Object.values(w.machine.effectsAt(s))
  const count = (kind: string): number => wanted.filter((effect) => effect.kind === kind).length
  must(same(head, w.state.head), 'g', () => 'the head on disk differs from the running one')
  must(
    count('ask-brain') <= MAX_STREAMS &&
      count('request-toolkit') <= MAX_TOOLS &&
      count('await-helper') + count('request-toolkit') <= MAX_HELPERS &&
      count('compress-history') <= 1,
    'j',
    () => JSON.stringify(wanted),
  )
  const { answers, calls } = w
  const cuts = answers.map((answer) => answer.cut)
  must(new Set(cuts).size === cuts.length, 'j', () => `cuts ${cuts}`)
  for (const effect of wanted)
    if (effect.kind === 'ask-brain' || effect.kind === 'compress-history')
      checkContext(w, effect.cut, effect.kind === 'ask-brain')
  must(new Set(calls.map((call) => call.id)).size === calls.length, 'd', () => 'call ids')
  must(new Set(calls.map(keyOf)).size === calls.length, 'keys', () => 'two calls have one key')
  for (const call of calls) must((call.status === 'closed') === (call.result !== null), 'd', () => JSON.stringify(call))
  checkJoins(w)
  for (const x of answers)
    for (const { settledAt, cut } of answers)
      must(
        settledAt === null || settledAt >= x.seq || settledAt <= x.cut,
        'f',
        () => `answer ${cut} settled unseen by ${x.cut}`,
      )
  for (const call of calls) {
    const plainError = call.result?.kind === 'error' && call.result.content[0]?.type === 'text'
    const lost = plainError && JSON.stringify(call.result?.content).includes('"ended"')
    must(
      !(call.repeat === 'once' && call.started && lost),
      'e',
      () => `${call.id} lost after its start, told as a plain error`,
    )
  }
  checkStatus(w)
}

/** Queued messages join at a turn boundary only. */
const checkJoins = (w: World): void => {
  const rows = w.disk.state.messages
  rows.forEach((row, n) => {
    must(row.n === n, 'g', () => `row ${row.n} stands at ${n}`)
    if (row.role !== 'user' || (row.delivery !== 'steer' && row.delivery !== 'follow-up')) return
    for (const other of rows.slice(0, n)) {
      if (other.role === 'user' || other.status === 'replaced' || other.status === 'failed') continue
      must(other.settledAt !== null && other.settledAt <= row.seq, 'c', () => `${row.id} joined inside a turn`)
    }
  })
}

const checkStatus = (w: World): void => {
  const { state } = w.disk
  const { head } = state
  must(same(head.plan, state.plan ? planInHead(state.plan) : undefined), 'plan', () => 'the head shows another plan')
  const now = status(head)
  const keys = Object.keys(w.machine.effectsAt(state)).filter((key) => key !== 'name-session')
  must(isBusyStatus(now) === keys.length > 0, 'status', () => `${now.type} with ${keys}`)
  if (now.type !== 'idle' || head.deletedAt !== null) return
  must(
    w.calls.every((call) => call.status === 'closed'),
    'd',
    () => 'open call while idle',
  )
  must(!head.unseen && state.queue.length === 0, 'b', () => 'idle with work left')
  const newest = Math.max(0, ...w.answers.map((answer) => answer.cut))
  const last = state.messages.findLast((row) => row.role === 'user')
  must(!last || last.seq <= newest, 'b', () => 'idle, the last user message was never asked about')
}

/** What a person is offered applies, and what is not offered does not. */
export const checkOffers = (w: World, state: State): void => {
  const stamp = { seq: state.head.seq + 1, timestamp: w.clock }
  const applies = (input: Unstamped): boolean => w.machine.transition({ ...input, ...stamp })(state) !== state
  const truthOf = (run: number) => ({
    stop: applies(said({ type: 'user-abort', run })),
    retry: applies({ type: 'user-retry', target: null, run }),
    continue: applies({ type: 'user-continue', run }),
  })
  const run = runOf(state.head)
  const truth = truthOf(run)
  must(!Object.values(truthOf(run - 1)).includes(true), 'aimed', () => `meant for run ${run - 1}, it touched ${run}`)
  must(
    same(offers(state), truth),
    'offers',
    () => `${JSON.stringify(offers(state))}, in truth ${JSON.stringify(truth)}`,
  )
}

/** Ending every effect with a loss, again and again, comes to rest in words that a person understands. */
const checkLosses = (w: World, from: State): void => {
  let state = from
  for (let n = 0; n < 400; n++) {
    const keys = Object.keys(w.machine.effectsAt(state))
    const rest = status(state.head).type
    if (keys.length === 0) {
      const good = ['idle', 'failed', 'paused', 'stopped', 'waiting-for-you'].includes(rest)
      return must(good, 'b', () => `rests in ${rest}`)
    }
    for (const key of keys) {
      const input = { type: 'effect-lost', key, error: 'ended', seq: state.head.seq + 1, timestamp: w.clock } as const
      state = w.machine.transition(input)(state)
    }
  }
  throw new Broken('b', 'losses without end')
}

/** From now on the world is fair; the machine must come to rest, and every hold can be lifted. */
export const checkRest = (w: World): void => {
  checkLosses(w, w.disk.state)
  if (w.disk.state.head.deletedAt !== null) w.dispatch({ type: 'user-restore-session' })
  calm(w)
  w.check()
  w.account.replay()
  Head.parse(w.disk.state.head)
  for (let n = 0; status(w.disk.state.head).type !== 'idle'; n++) {
    must(n < 60 && w.disk.state.head.hold !== null, 'b', () => `stuck at ${status(w.disk.state.head).type}`)
    w.dispatch({ type: 'user-continue' })
    calm(w)
  }
  w.check()
  w.account.replay()
  w.crash()
}

const calm = (w: World): void => {
  for (let round = 0; round < 400; round++) {
    w.flush()
    const keys = [...w.tasks.keys()]
    const open = w.calls.find((call) => ['pending', 'unknown', 'asking'].includes(call.status))
    if (keys.length === 0 && !open) return
    for (const task of w.tasks.values()) if (task.ended) throw new Broken('b', 'a wanted effect has ended')
    for (const key of keys) w.step(key, 0, true)
    if (!open) continue
    const toolCallId = open.id
    if (open.status === 'pending')
      w.dispatch({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'once' })
    else
      w.dispatch({
        type: 'user-settle-tool-call',
        toolCallId,
        choice: open.status === 'unknown' ? 'again' : 'report',
        content: [],
      })
  }
  throw new Broken('b', `no rest, status ${status(w.state.head).type}`)
}
