import type { Config } from '../../../../src/agent/config.ts'
import type { AnswerBlock } from '../../../../src/agent/content.ts'
import { runOf } from '../../../../src/agent/head.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { MODES } from '../../../../src/agent/mode.ts'
import { type PlanChange, STEP_STATES } from '../../../../src/agent/plan.ts'
import { openCalls } from '../../../../src/agent/select.ts'
import { branchOff } from './branches.ts'
import { nonsense } from './nonsense.ts'
import { expandedByPerson, fileChanges, loadedByPerson, undoing } from './partners.ts'
import { type Command, DELIVERIES, FALLBACK, TOOLS } from './settings.ts'
import type { World } from './world.ts'

/** The person, and other troubles: crashes, clocks that jump, inputs that come late or twice. */

const plain = (text: string): [{ type: 'text'; text: string }] => [{ type: 'text', text }]

export const trouble = (w: World, { op, a, b, c }: Command): void => {
  const s = w.disk.state
  const pick = <T>(list: readonly T[]): T | undefined => list[b % Math.max(1, list.length)]
  const partials: Record<string, AnswerBlock[]> = Object.fromEntries(
    w.answers.map((answer) => [answer.cut, b % 2 ? plain('part') : []]),
  )
  w.log.push(`${op} ${a} ${b} ${c}`)
  switch (op) {
    case 'send': {
      const known = a % 8 === 7 && w.nextId > 0
      const messageId = known ? `u${b % w.nextId}` : `u${w.nextId++}`
      if (known && w.knows(messageId) && b % 2) return
      const delivery = DELIVERIES[a % 5] ?? 'steer'
      if (known && w.knows(messageId) && !isAtHand(w, messageId)) return
      w.dispatch({ type: 'user-send-message', messageId, content: plain(messageId), delivery, partials })
      return
    }
    case 'cancel':
      w.dispatch({ type: 'user-cancel-queued', messageId: pick(s.queue)?.id ?? 'x' })
      return
    case 'abort':
      w.dispatch(b % 4 === 3 ? { type: 'session-release', partials } : { type: 'user-abort', partials, ...aim(w, c) })
      return
    case 'retry': {
      const row = a % 3 ? s.messages.at(-1) : pick(s.messages)
      const target = row ? (row.role === 'user' ? row.id : String(row.cut)) : 'x'
      w.dispatch({ type: 'user-retry', target: !w.lockstep && c % 3 === 0 ? null : target, ...aim(w, b) })
      return
    }
    case 'decide':
      w.dispatch({
        type: 'user-decide-tool-call',
        toolCallId: pick(openCalls(s.head))?.id ?? 'x',
        decision: a % 3 ? 'approve' : 'deny',
        scope: c % 4 ? 'once' : b % 2 ? 'session' : 'always',
        ...(b % 4 === 1 && { also: openCalls(s.head).map(({ id }) => id), reason: a % 2 ? 'not now' : '' }),
        ...(!w.lockstep && c % 5 === 1 && { args: '{"edited":true}' }),
      })
      return
    case 'settle': {
      const choice = (['again', 'skip', 'report'] as const)[a % 3] ?? 'skip'
      // the model knows no early end of a wait
      const open = openCalls(s.head).filter(
        (call) => call.status === 'unknown' || call.status === 'asking' || (call.status === 'waiting' && !w.lockstep),
      )
      w.dispatch({ type: 'user-settle-tool-call', toolCallId: pick(open)?.id ?? 'x', choice, content: plain('h') })
      return
    }
    case 'continue':
      w.dispatch({ type: 'user-continue', ...aim(w, c) })
      return
    case 'configure':
      w.dispatch({ type: 'user-configure', config: configuration(w, a, b) })
      return
    case 'step':
    case 'go': {
      const key = pick([...w.tasks.keys()])
      if (key !== undefined) w.step(key, a)
      return op === 'go' ? w.flush() : undefined
    }
    case 'advance':
      return w.advance()
    case 'flush':
      return w.flush()
    case 'crash':
      return w.crash()
    case 'clock':
      w.clock += ((a % 5) - 2) * (b % 6 === 0 ? 86_400_000 : 20)
      return
    case 'replay': {
      const old = pick(w.disk.journal)
      if (
        !old ||
        old.type === 'effect-lost' ||
        old.type === 'session-create' ||
        old.type === 'session-branch' ||
        old.type === 'session-record'
      )
        return
      if (a % 2) w.queue.push({ ...old })
      else if (!old.type.startsWith('user-')) w.dispatch(unstamped(old), w.counted.get(old))
      return
    }
    case 'nonsense':
      w.dispatch(nonsense(w, { a, b, c }))
      return
    case 'history': {
      const cutAt = s.summary?.cutAt ?? 0
      if (a % 5 === 0) w.dispatch({ type: 'user-compact', instruction: b % 2 ? 'keep all' : '' })
      else if (a % 5 === 1) w.dispatch(undoing(w))
      else if (a % 5 === 2) w.dispatch(loadedByPerson(w, pick(w.calls)?.id ?? 'x'))
      else if (a % 5 === 3) w.dispatch(expandedByPerson(w, c % 4))
      else w.dispatch({ type: 'user-edit-summary', cutAt, text: `edited ${b}` })
      return
    }
    case 'plan':
      w.dispatch({ type: 'user-change-plan', change: planChange(s.plan?.steps ?? [], a, b, c) })
      return
    case 'branch':
      return branchOff(w, { a, b, c })
    case 'more':
      if (!w.lockstep) more(w, { a, b, c })
  }
}

/**
 * The run that a person looked at: the one of now, an older one whose news has not reached them, or (an older page)
 * none.
 */
const aim = (w: World, dice: number): { run?: number } => {
  const runs = [0, ...w.disk.journal.flatMap(({ type, seq }) => (type.startsWith('user-') ? [seq] : []))]
  if (dice % 3 === 0) return {}
  return { run: dice % 3 === 1 ? runOf(w.disk.state.head) : (runs[dice % runs.length] ?? 0) }
}

/** One change of a step that is there, of one that is not, or of one that has just gone. */
const planChange = (
  steps: NonNullable<World['state']['plan']>['steps'],
  a: number,
  b: number,
  c: number,
): PlanChange => {
  const id = steps[b % (steps.length + 1)]?.id ?? 'x'
  const list: PlanChange[] = [
    { type: 'add', text: `mine ${c}`, ...(b % 2 && { after: id }) },
    { type: 'step', id, state: STEP_STATES[c % 4] ?? 'done' },
    { type: 'step', id, text: `step ${c % 4}` },
    { type: 'step', id, state: 'done', text: `mine ${c}` },
    { type: 'remove', id },
    { type: 'move', id, to: (c % 5) - 1 },
    { type: 'clear' },
  ]
  return list[a % list.length] ?? { type: 'clear' }
}

/** Stamps are the writer's: what is sent again gets a new one. */
const unstamped = ({ seq: _, timestamp: __, ...input }: { seq: number; timestamp: number } & Unstamped): Unstamped =>
  input as Unstamped

/** Ids that the transition itself refuses: queued ones and the last. */
const isAtHand = (w: World, messageId: string): boolean => {
  const { queue, head } = w.disk.state
  return !w.batch && w.queue.length === 0 && (queue.some((m) => m.id === messageId) || head.last?.key === messageId)
}

const configuration = (w: World, a: number, b: number): Partial<Config> => {
  const { limits } = w.disk.state.config
  const mode = b % 2 ? 'one' : 'all'
  const list: Partial<Config>[] = [
    { steerMode: mode },
    { followUpMode: mode },
    { execution: b % 2 ? 'parallel' : 'sequential', mode: MODES[b % 3] },
    { limits: { ...limits, maxTurns: b % 5 } },
    { compressAbove: (b % 8) * 2 },
    { tools: {} },
    { tools: TOOLS },
    { fallback: b % 3 === 0 ? { models: [], after: 1 } : { ...FALLBACK, after: 1 + (b % 3) } },
    { model: { providerId: b % 2 ? 'p' : 'q', model: 'm', thinking: 'off' } },
  ]
  const extra: Partial<Config>[] = [
    { limits: { ...limits, maxTokensPerRun: b % 3 ? 40 : null } },
    { limits: { ...limits, maxCostPerRun: b % 3 ? 4 : null } },
    { limits: { ...limits, maxCostPerDay: b % 3 ? 6 : null } },
    { limits: { ...limits, maxSameCall: b % 3 ? 2 : null } },
    { compressAbove: null },
  ]
  const all = w.lockstep ? list : [...list, ...extra]
  return all[a % all.length] ?? {}
}

/** What the executable model does not have. */
const more = (w: World, { a, b, c }: Omit<Command, 'op'>): void => {
  const { queue } = w.disk.state
  const list: (() => Unstamped)[] = [
    () => ({
      type: 'user-change-queued',
      messageId: queue[b % Math.max(1, queue.length)]?.id ?? 'x',
      content: plain('changed'),
    }),
    () => ({ type: 'user-name-session', title: `named ${b}` }),
    () => ({ type: 'user-delete-session' }),
    () => ({ type: 'user-restore-session' }),
    () => ({ type: 'user-restore-session' }),
    () => ({ type: 'user-restore-session' }),
    () => ({ type: 'user-change-files', ...fileChanges(w, a) }),
    () => ({ type: 'user-change-files', ...fileChanges(w, c) }),
    () => ({ type: 'user-change-files', ...fileChanges(w, b) }),
    () => ({ type: 'user-continue', commandId: `c${b % 4}` }),
  ]
  const make = list[a % list.length]
  if (make) w.dispatch(make())
}
