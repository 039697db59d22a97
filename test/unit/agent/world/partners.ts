import type { AnswerBlock, FileChange, StopReason } from '../../../../src/agent/content.ts'
import type { Head } from '../../../../src/agent/head.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { keyOf } from '../../../../src/agent/message.ts'
import { MODES } from '../../../../src/agent/mode.ts'
import { type PlanStep, STEP_STATES } from '../../../../src/agent/plan.ts'
import { shortened } from '../../../../src/agent/shorten.ts'
import { sizeOfCall, sizeOfMessage, sizeOfMessages } from '../../../../src/agent/size.ts'
import type { KeptWords, State } from '../../../../src/agent/state.ts'
import { MAX_CALLS } from '../../../../src/agent/version.ts'
import { knownFiles } from './disk.ts'
import { checkContext } from './laws.ts'
import { must } from './machine.ts'
import { NAMES, PATHS } from './settings.ts'
import type { Task, World } from './world.ts'

/** The brain, the toolkit and the clock: every effect in atomic steps. `how` is the dice; `fair`: it works. */

type End = (...inputs: Unstamped[]) => void
const said = (text: string): AnswerBlock[] => (text === '' ? [] : [{ type: 'text', text }])
const usage = (how: number) => ({ input: how, output: how % 7, cacheRead: 0, cacheWrite: 0, reasoning: 0 })
const MODEL = { providerId: 'p', model: 'm' }

export const step = (w: World, key: string, how: number, fair: boolean): void => {
  const task = w.tasks.get(key)
  if (!task || task.ended || task.awaits) return
  const end: End = (...inputs) => {
    for (const input of inputs) w.dispatch(input)
    task.ended = true
    const wanted = key in w.machine.effectsAt(w.state)
    if (wanted) w.dispatch({ type: 'effect-lost', key, error: 'ended' }) // the safety net, often too early
  }
  w.log.push(`    step ${key} ${how}`)
  if (!fair && how % 16 === 15) return // hangs
  if (!fair && how % 16 === 14) return end() // throws
  switch (task.effect.kind) {
    case 'wait':
      w.clock = Math.max(w.clock, task.effect.until)
      return end({ type: 'clock-reach', key })
    case 'await-helper':
      return end({ type: 'clock-reach', key })
    case 'name-session':
      if (how % 3 === 0 && task.step++ === 0) return void w.dispatch({ type: 'brain-begin-naming' })
      return end({ type: 'brain-name-session', title: 'T' })
    case 'compress-history':
      checkContext(w, task.effect.cut, false)
      if (w.mood === 'no-summaries' && !fair) return end({ type: 'brain-fail-compress', cut: task.effect.cut })
      if (how % 7 === 1) return end(pruning(w, task.effect.cut, w.pickSeq(how)))
      if (how % 7 === 2) return end({ type: 'brain-fail-compress', cut: task.effect.cut, idle: how % 2 === 0 })
      return end(compression(w, task.effect.cut, w.pickSeq(how), how))
    case 'ask-brain':
      return ask(w, task, task.effect, how, fair, end)
    case 'request-toolkit':
      return request(w, task, task.effect, how, fair, end)
  }
}

/** The size of the rows after a cut, as they are sent. */
const sizeAfter = ({ messages, head }: State, cutAt: number, pruned: Head['pruned'] = head.pruned): number =>
  sizeOfMessages(
    shortened(
      messages.filter((row) => row.seq > cutAt),
      pruned,
    ),
  )

/**
 * As the effect does it: counts what stays, and lists the calls that vanish behind the cut. `how` decides whether it
 * repeats what it must.
 */
export const compression = (w: World, cut: number, wish: number, how: number): Unstamped => {
  const { messages, head } = w.disk.state
  const repeats = how % 4 !== 0
  const cutAt = repeats ? Math.min(wish, head.seq) : Math.min(wish, head.lastUserSeq - 1)
  const words = messages.flatMap((row): KeptWords[] =>
    row.role === 'user' && row.seq <= cutAt && (row.seq === head.lastUserSeq || how % 3 === 0)
      ? [{ n: row.n, seq: row.seq, size: sizeOfMessage(row), whole: true }]
      : [],
  )
  const calls = w.answers.filter((answer) => answer.seq <= cutAt && answer.settledAt !== null)
  return {
    type: 'brain-compress-history',
    cut,
    summary: 'S',
    cutAt: wish,
    remaining: sizeAfter(w.disk.state, cutAt),
    calls: how % 2 ? [] : calls.flatMap((answer) => answer.calls.map(({ id, name }) => ({ id, n: answer.n, name }))),
    ...(repeats && { words }),
    ...(how % 6 === 1 && { more: true }),
  }
}
export const pruning = (w: World, cut: number, wish: number): Unstamped => {
  const { head, summary } = w.disk.state
  const at = Math.min(wish, head.seq)
  const images = Math.max(head.pruned?.images ?? 0, Math.min(at, head.lastUserSeq - 1))
  const remaining = sizeAfter(w.disk.state, summary?.cutAt ?? 0, { at, images })
  return { type: 'brain-prune-history', cut, at: wish, remaining }
}
export const undoing = (w: World): Unstamped => {
  const { summary, messages, head } = w.disk.state
  const cutAt = summary?.cutAt ?? 0
  const from = summary?.before?.cutAt ?? 0
  const rows = messages.filter((row) => row.seq > from)
  const back = shortened(rows, head.pruned).filter((row) => row.seq <= cutAt)
  return { type: 'user-undo-summary', cutAt, size: sizeOfMessages(back) }
}

type Work = { cut: number; attempt: number }
export const expansion = (w: World, work: Work, count: number): Unstamped => {
  const { summary, messages } = w.disk.state
  const old = messages.filter((row) => row.seq <= (summary?.cutAt ?? 0))
  const cutAt = old.at(-1 - Math.max(0, count))?.seq ?? 0
  const loaded = new Set(summary?.loaded.map((call) => call.id))
  const rows = messages.filter((row) => row.seq > cutAt)
  const back = shortened(rows, w.disk.state.head.pruned, loaded).filter((row) => row.seq <= (summary?.cutAt ?? 0))
  const twice = back.flatMap((row) => (row.role === 'assistant' ? row.calls.filter((call) => loaded.has(call.id)) : []))
  const size = sizeOfMessages(back) - twice.reduce((sum, call) => sum + sizeOfCall(call), 0)
  return { type: 'brain-expand-history', ...work, cutAt, size }
}
/** The same, as the person wants them. */
export const loadedByPerson = (w: World, toolCallId: string): Unstamped => {
  const { n, size } = loading(w, { cut: 0, attempt: 0 }, toolCallId) as { n: number; size: number }
  return { type: 'user-load-tool-call', toolCallId, n, size }
}
export const expandedByPerson = (w: World, count: number): Unstamped => {
  const { cutAt: to, size } = expansion(w, { cut: 0, attempt: 0 }, count) as { cutAt: number; size: number }
  return { type: 'user-expand-history', cutAt: w.disk.state.summary?.cutAt ?? 0, count: 1, to, size }
}
/** The summary goes, as when a session comes from elsewhere: all that it stood for is to be read again. */
export const dropping = (w: World): Unstamped => {
  const all = expansion(w, { cut: 0, attempt: 0 }, Number.POSITIVE_INFINITY)
  return { type: 'session-drop-summary', size: 'size' in all ? all.size : 0 }
}
export const loading = (w: World, work: Work, toolCallId: string): Unstamped => {
  const answer = w.answers.find((row) => row.calls.some((call) => call.id === toolCallId))
  const call = answer?.calls.find((other) => other.id === toolCallId)
  const { head, summary, messages } = w.disk.state
  const old = answer !== undefined && answer.seq <= head.summaryCutAt
  const rows = messages.filter((row) => row.seq > head.summaryCutAt)
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  const sizeWith = (ids: ReadonlySet<string>): number => sizeOfMessages(shortened(rows, head.pruned, ids))
  const size = !call ? 0 : old ? sizeOfCall(call) : sizeWith(new Set([...loaded, toolCallId])) - sizeWith(loaded)
  return { type: 'brain-load-tool-call', ...work, toolCallId, n: answer?.n ?? 0, size }
}

const ask = (w: World, task: Task, { cut, attempt }: Work, how: number, fair: boolean, end: End): void => {
  const work = { cut, attempt }
  if (task.step++ === 0) {
    checkContext(w, cut, true)
    const clean = !w.lockstep && how % 5 === 0
    w.dispatch({
      type: 'brain-send-message-start',
      ...work,
      model: MODEL,
      ...(clean && { clean }),
      ...(work.cut % 7 === 0 && { private: true }),
    })
    return
  }
  const done = (text: string, stopReason: StopReason = 'stop', calls = 0): Unstamped => ({
    type: 'brain-send-message-complete',
    ...work,
    content: calls === 0 ? said(text) : amongCalls(said(text), calls, how),
    stopReason,
    usage: usage(how),
    cost: how % 3 ? how / 10 : null,
    ...(how % 4 === 0 && { sent: { size: 10, fixed: how % 5, reported: how } }),
  })
  if (fair) return end(done('done'))
  const text = how % 3 ? 'text' : ''
  const failure = { kind: 'network', message: 'cut' } as const
  const partial = [...task.partial]
  const dice = w.mood === 'too-long' && how % 8 > 0 ? 12 : w.mood === 'no-room' && how % 8 > 0 ? 16 : how % 23
  if (dice < 7) {
    const toolCalls = callsOf(w, how)
    return end({ type: 'brain-call-tools', ...work, toolCalls }, done(text, odd(w, how), toolCalls.length))
  }
  if (dice === 7) return end(done(text, odd(w, how)))
  if (dice === 8) return end({ type: 'brain-fail', ...work, failure, partial, retryAt: w.clock + (how % 3) * 10 - 10 })
  if (dice === 9) {
    const usage = { input: how, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    return end({ type: 'brain-fail', ...work, failure, partial, retryAt: null, usage, cost: how % 2 ? 0.01 : null })
  }
  if (dice === 10) return end(loading(w, work, w.calls[how % Math.max(1, w.calls.length)]?.id ?? 'x'), done(text))
  if (dice === 11) return end(expansion(w, work, how % 4), done(text))
  if (dice === 12 || dice === 13) {
    const tooLong = { kind: 'context-too-long', message: 'too long' } as const
    const window = how % 2 ? { window: 1 + how * 20 } : {}
    return end({ type: 'brain-fail', ...work, failure: tooLong, partial, retryAt: null, ...window })
  }
  if (dice === 16) {
    const kind = (['overloaded', 'rate-limit', 'server', 'no-credit'] as const)[how % 4] ?? 'overloaded'
    const retryAt = how % 4 === 3 ? null : w.clock + (how % 3) * 10 - 10
    return end({ type: 'brain-fail', ...work, failure: { kind, message: 'no room' }, partial, retryAt })
  }
  if (dice === 14) return end({ type: 'brain-search-history', ...work }, done(text))
  if (dice === 15) return void w.dispatch(loading(w, work, w.calls[how % Math.max(1, w.calls.length)]?.id ?? 'x'))
  task.partial = said(`${task.partial.map((block) => (block.type === 'text' ? block.text : '')).join('')}p`)
}

const odd = (w: World, how: number): StopReason =>
  w.lockstep || how < 36 ? 'stop' : how % 3 === 0 ? 'length' : 'refusal'

const callsOf = (w: World, how: number): Extract<Unstamped, { type: 'brain-call-tools' }>['toolCalls'] =>
  Array.from({ length: !w.lockstep && how === 25 ? MAX_CALLS + 2 : 1 + (how % 6) }, (_, k) => ({
    providerId: 'call_0',
    key: w.drawKey(),
    name: NAMES[(how + k * 3) % NAMES.length] ?? 'read',
    args: '{}',
    ...((how + k) % 5 === 1 && { sends: '/log?d=1' }),
    ...((how + k) % 4 < 3 && { freeIn: MODES[(how + k) % 4] }),
    ...((how + k) % 8 === 3 && {
      answered: { kind: how % 2 ? ('ok' as const) : ('error' as const), content: [{ type: 'text', text: 'as then' }] },
    }),
    ...(!w.lockstep && (how + k) % 9 === 0 && { problem: 'bad arguments' }),
  }))

/** Text before, between or after calls; some answers place a call twice, one that is not there, or not all of them. */
const amongCalls = (text: AnswerBlock[], calls: number, how: number): AnswerBlock[] => {
  if (how % 5 === 0) return text
  const places = Array.from({ length: calls }, (_, call): AnswerBlock => ({ type: 'tool-call', call }))
  const odd: AnswerBlock[] = how % 7 === 0 ? [{ type: 'tool-call', call: how }] : []
  const first = how % (calls + 1)
  return [...places.slice(0, first), ...text, ...odd, ...places.slice(how % 11 === 0 ? first + 1 : first)]
}

type CallWork = { toolCallId: string; attempt: number }
const request = (
  w: World,
  task: Task,
  { toolCallId, attempt }: CallWork,
  how: number,
  fair: boolean,
  end: End,
): void => {
  const work = { toolCallId, attempt }
  if (task.step === 0) {
    const call = w.call(toolCallId)
    if (call?.repeat === 'once' && call.started) return end({ type: 'toolkit-interrupt', ...work })
    task.step = 1
    const clean = !w.lockstep && how % 5 === 0
    task.awaits = w.dispatch({ type: 'toolkit-start', ...work, ...(clean && { clean }) })
    return
  }
  if (task.step <= 1) {
    task.step = 2
    task.files = fileChanges(w, how)
    return act(w, toolCallId)
  }
  const result: Extract<Unstamped, { type: 'toolkit-respond' }> = {
    type: 'toolkit-respond',
    ...work,
    content: [{ type: 'text', text: how % 5 ? 'r' : 'r'.repeat(1600) }],
    known: [],
    ...(how % 3 === 1 && { plan: planOf(how) }),
    terminate: false,
  }
  if (fair) return end(result)
  if (how % 6 === 2 && (how % 4 === 2 || !w.lockstep)) return end(wait(w, work, how))
  if (!w.lockstep && how % 3 === 0) return end({ ...result, ...task.files })
  const retryAt = how % 3 ? w.clock + 5 : null
  end(how % 4 === 0 ? { type: 'toolkit-error', ...work, error: 'e', retryAt } : { ...result, terminate: how % 4 === 1 })
}

/** Steps that keep their words from one plan to the next, some twice. */
const planOf = (how: number): PlanStep[] =>
  Array.from({ length: 1 + (how % 4) }, (_, n) => ({
    text: `step ${(n * how) % 4}`,
    state: STEP_STATES[(how + n) % 4] ?? 'pending',
  }))

const wait = (w: World, work: CallWork, how: number): Unstamped => ({
  type: 'toolkit-wait',
  ...work,
  for:
    how % 4 === 2
      ? { type: 'helper', session: `helper of ${work.toolCallId}` }
      : how % 4 === 0
        ? { type: 'time', until: w.clock + how, closeWith: [{ type: 'text', text: 'time is up' }] }
        : { type: 'answer', question: { text: '?', choices: ['a', 'b'] } },
})

/** One or two writes on what the disk holds now; other writes may be committed before them. */
export const fileChanges = (w: World, how: number) => {
  const paths = how % 2 ? [PATHS[how % 3] ?? 'a.txt'] : [PATHS[how % 3] ?? 'a.txt', PATHS[(how + 1) % 3] ?? 'b.txt']
  const known = knownFiles(w.disk.state, paths)
  const files = paths.map((path): FileChange => {
    const from = known.find((file) => file.path === path)?.blob ?? null
    const to = how % 8 === 7 ? null : `${how % 10}`.repeat(64)
    return { path, from, to, size: 3, mediaType: 'text/plain' }
  })
  return { files, known }
}

/** The outside world: a `once` act must not happen twice, nor before it was started. */
const act = (w: World, id: string): void => {
  const call = w.state.messages.flatMap((row) => (row.role === 'assistant' ? row.calls : [])).find((c) => c.id === id)
  const { grants } = w.account
  const key = call ? keyOf(call) : id
  w.acts.set(key, (w.acts.get(key) ?? 0) + 1)
  if (call?.repeat !== 'once') return
  must((w.acts.get(key) ?? 0) <= 1 + (grants.get(id) ?? 0), 'e', () => `${id} performed twice`)
  must(call.started && call.status === 'ready', 'e', () => `${id} performed while ${call.status}, ${call.started}`)
}
