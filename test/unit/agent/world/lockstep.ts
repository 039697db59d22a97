import { isDeepStrictEqual as same } from 'node:util'
import type { AnswerBlock, PlainBlock } from '../../../../src/agent/content.ts'
import { type ContextItem, toldAt } from '../../../../src/agent/context.ts'
import { hasNoRoom } from '../../../../src/agent/fallback.ts'
import { lastActive, runOf } from '../../../../src/agent/head.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { Message } from '../../../../src/agent/message.ts'
import { sizeOfSummary } from '../../../../src/agent/size.ts'
import { sizeOfAsking } from '../../../../src/agent/size-of-asking.ts'
import type { State } from '../../../../src/agent/state.ts'
import { type Status, status } from '../../../../src/agent/status.ts'
import { endOf } from '../../../../src/agent/transition/history.ts'
import { hiddenPlan } from '../../../../src/agent/transition/plan.ts'
import { MAX_LISTED } from '../../../../src/agent/version.ts'
import * as Model from '../../../support/model/select.ts'
import { transition as modelTransition } from '../../../support/model/transition.ts'
import type * as Spec from '../../../support/model/types.ts'
import { initiate as modelInitiate } from '../../../support/model/types.ts'
import { rowsForContext } from './disk.ts'
import { type Machine, must } from './machine.ts'

/** Runs the executable model beside the machine and compares what they decide after every input. */

const plain = (blocks: readonly (PlainBlock | AnswerBlock)[]): string =>
  blocks.flatMap((block) => (block.type === 'tool-call' ? [] : [block.type === 'text' ? block.text : ''])).join('\n')
const partialsOf = (partials: Readonly<Record<string, readonly AnswerBlock[]>>): Spec.Partials =>
  Object.fromEntries(Object.entries(partials).map(([cut, blocks]) => [cut, plain(blocks)]))

export class Lockstep {
  private readonly machine: Machine
  private model: Spec.State | null = null
  /** Wall time by stamp: the model's only time is the stamp. */
  private readonly times = new Map<number, number>()
  constructor(machine: Machine) {
    this.machine = machine
  }

  follow(input: Input, before: State, next: State): void {
    this.times.set(input.seq, input.timestamp)
    if (input.type === 'session-create' && !this.model) {
      this.model = { ...modelInitiate(modelConfig(next)), updatedAt: input.seq, activeAt: input.seq, ...taskOf(input) }
      return
    }
    if (!this.model) return
    const translated = translate(input, before, next)
    Model.measure.size = () => sizeOfAsking(before.head)
    const followed = translated ? modelTransition(translated)(this.model) : this.model
    const applied = [next !== before, followed !== this.model]
    must(applied[0] === applied[1], 'lockstep', () => `${input.type}: applied ${applied}`)
    this.model = followed
    Model.measure.size = () => sizeOfAsking(next.head)
    const ours = decisions(next, this.machine)
    const theirs = modelDecisions(followed, this.times.get(followed.activeAt) ?? -1)
    for (const key of Object.keys(ours) as (keyof typeof ours)[])
      must(same(ours[key], theirs[key]), 'lockstep', () => {
        return `${input.type}: ${key}\nmachine ${JSON.stringify(ours[key])}\nmodel   ${JSON.stringify(theirs[key])}`
      })
    for (const effect of Object.values(Model.effectsAt(followed)))
      if (effect.kind === 'ask-brain') this.compareContext(next, followed, effect.cut)
  }

  private compareContext(next: State, model: Spec.State, cut: number): void {
    const ours = this.machine
      .contextFor({ summary: next.summary, ...rowsForContext(next), cut, told: toldAt(next, cut) })
      .map(shortItem)
    const theirs = Model.context(model, cut)
    if (next.summary && ours[0] && theirs[0]?.role === 'user') {
      ours[0] = { role: 'user', text: afterFirst(plainItem(ours[0])) }
      theirs[0] = { role: 'user', text: afterFirst(theirs[0].text) }
    }
    must(same(ours, theirs), 'lockstep', () => `context\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
  }
}

/** The summary's own words differ; what follows them must not. */
const SUMMARY_END = '\u0000'
const afterFirst = (text: string): string =>
  text.includes(SUMMARY_END) ? text.slice(text.indexOf(SUMMARY_END) + 1) : text.split('\n').slice(1).join('\n')
const plainItem = (item: Model.Item): string => (item.role === 'user' ? item.text : '')
const shortItem = (item: ContextItem): Model.Item => {
  if (item.role === 'tool') return { role: 'tool', callId: item.call.id }
  if (item.role === 'assistant')
    return { role: 'assistant', text: plain(item.content), calls: item.calls.map((call) => call.id) }
  const [first, ...rest] = item.content
  const isSummary = first?.type === 'text' && first.text.startsWith('Summary of')
  return { role: 'user', text: isSummary ? `${plain([first])}${SUMMARY_END}${plain(rest)}` : plain(item.content) }
}

const modelConfig = ({ config }: State): Spec.Config => ({
  steerMode: config.steerMode,
  followUpMode: config.followUpMode,
  execution: config.execution,
  maxTurns: config.limits.maxTurns,
  compressAbove: config.compressAbove ?? Number.POSITIVE_INFINITY,
  fallbacks: config.fallback?.models.length ?? 0,
  fallbackAfter: config.fallback?.after ?? 1,
  mode: config.mode,
  tools: structuredClone(config.tools),
})

/**
 * The sizes that the model leaves to the product: whether what is proposed makes the context shorter, and whether what
 * comes back fits.
 */
const sizes = (input: Input, state: State): { longer: boolean; fits: boolean } => {
  const { head, summary } = state
  const { factor, fixed } = head.measure ?? { factor: 1, fixed: 0 }
  switch (input.type) {
    case 'brain-compress-history': {
      const calls = input.calls.slice(-MAX_LISTED)
      const plan = hiddenPlan(state, endOf(state, input))
      const size = sizeOfSummary({ text: input.summary, calls, words: input.words, plan }) + input.remaining
      return { longer: size >= head.contextSize, fits: true }
    }
    case 'brain-prune-history':
      return { longer: sizeOfSummary(summary) + input.remaining >= head.contextSize, fits: true }
    case 'user-undo-summary': {
      const back = head.contextSize + input.size + sizeOfSummary(summary?.before ?? null) - sizeOfSummary(summary)
      return { longer: false, fits: (back + fixed) * factor <= (head.compressAbove ?? Number.POSITIVE_INFINITY) }
    }
    default:
      return { longer: false, fits: true }
  }
}

/** A helper begins with its task, which is asked about at once. */
const taskOf = ({ helps, seq }: Extract<Input, { type: 'session-create' }>): Partial<Spec.State> =>
  helps === undefined
    ? {}
    : {
        parent: 'waits',
        title: helps.title,
        private: helps.isPrivate,
        run: seq,
        messages: [{ role: 'user', id: 'task', text: helps.task, delivery: 'now', at: seq }],
        unseen: { at: seq, user: true, now: false },
      }

const translate = (input: Input, before: State, next: State): Spec.Input | null => {
  const timestamp = input.seq
  switch (input.type) {
    case 'user-send-message': {
      const { messageId, delivery, content, partials } = input
      return { type: input.type, timestamp, messageId, text: plain(content), delivery, partials: partialsOf(partials) }
    }
    case 'user-abort':
      return { type: 'user-abort', timestamp, partials: partialsOf(input.partials), run: input.run }
    case 'user-retry':
      return { type: 'user-retry', timestamp, target: input.target ?? 'x', run: input.run }
    case 'user-decide-tool-call':
      return { ...input, timestamp, scope: input.scope === 'once' ? 'once' : 'session' }
    case 'user-settle-tool-call':
      return { ...input, timestamp, text: plain(input.content) }
    case 'user-configure':
      return {
        type: 'user-configure',
        timestamp,
        config: modelConfig(next),
        mode: input.config.mode !== undefined,
        anew: input.config.model !== undefined ? 'model' : input.config.fallback !== undefined ? 'chain' : null,
      }
    case 'brain-send-message-complete':
      return { ...input, timestamp, text: plain(input.content) }
    case 'brain-fail':
      return {
        ...input,
        timestamp,
        partial: plain(input.partial),
        tooLong:
          input.failure.kind === 'context-too-long' && next.head.compressAbove !== null
            ? { threshold: next.head.compressAbove }
            : undefined,
        noRoom: hasNoRoom(input.failure),
      }
    case 'brain-compress-history': {
      const ns = new Set(input.words?.flatMap(({ n, whole }) => (whole ? [n] : [])))
      const words = next.messages.flatMap((row) => (row.role === 'user' && ns.has(row.n) ? [row.id] : []))
      return { ...input, timestamp, words, more: input.more === true, longer: sizes(input, before).longer }
    }
    case 'brain-prune-history':
      return { ...input, timestamp, longer: sizes(input, before).longer }
    case 'user-undo-summary':
      return { ...input, timestamp, fits: sizes(input, before).fits }
    case 'brain-fail-compress':
      return { ...input, timestamp, idle: input.idle === true }
    case 'brain-call-tools': {
      const toolCalls = input.toolCalls.map(({ answered, ...call }) => ({
        ...call,
        ...(answered && { answered: { kind: answered.kind, text: plain(answered.content) } }),
      }))
      return { ...input, timestamp, toolCalls }
    }
    case 'toolkit-respond':
      return { ...input, timestamp, text: plain(input.content), plan: input.plan?.map((step) => ({ ...step })) }
    case 'toolkit-error':
      return { ...input, timestamp, text: input.error }
    case 'session-release':
      return { type: input.type, timestamp, partials: partialsOf(input.partials) }
    case 'toolkit-wait':
      return input.for.type === 'helper' ? { ...input, timestamp, helper: input.for.session } : null
    case 'user-compact':
    case 'user-change-plan':
    case 'user-load-tool-call':
    case 'user-expand-history':
    case 'brain-begin-naming':
    case 'user-edit-summary':
    case 'brain-search-history':
    case 'user-cancel-queued':
    case 'user-continue':
    case 'brain-send-message-start':
    case 'brain-load-tool-call':
    case 'brain-expand-history':
    case 'session-drop-summary':
    case 'session-branch':
    case 'session-record':
    case 'session-keep-private':
    case 'brain-name-session':
    case 'toolkit-start':
    case 'toolkit-interrupt':
    case 'clock-reach':
    case 'effect-lost':
      return { ...input, timestamp }
    default:
      return null
  }
}

const STATUS: Record<Status['type'], string> = {
  idle: 'idle',
  thinking: 'ask-brain',
  compressing: 'compress-history',
  using: 'request-toolkit',
  retrying: 'wait',
  'waiting-until': 'wait',
  'waiting-for-you': 'waiting-for-you',
  stopped: 'aborted',
  paused: 'limit',
  failed: 'failed',
}

const row = (message: Message): unknown =>
  message.role === 'user'
    ? [message.seq, message.id, plain(message.content)]
    : [message.seq, message.cut, message.attempt, message.starts, message.status, plain(message.content)].concat(
        [String(message.settledAt), message.told ?? ''],
        message.calls.map(
          (call) =>
            `${call.id} ${call.key} ${call.status} ${call.freeIn} ${call.attempt} ${call.starts} ${call.result?.kind}`,
        ),
      )
const decisions = (s: State, machine: Machine) => ({
  effects: Object.entries(machine.effectsAt(s)).map(([key, effect]) => [key, effect.kind]),
  status: STATUS[status(s.head).type],
  transcript: s.messages.map(row),
  queue: ['steer', 'follow-up'].flatMap((way) => s.queue.filter((m) => m.delivery === way).map((m) => m.id)),
  hold: s.head.hold?.kind ?? null,
  unseen: s.head.unseen && [s.head.unseen.cut, s.head.unseen.user, s.head.unseen.now],
  turnsLeft: s.head.turnsLeft,
  run: runOf(s.head),
  title: s.head.title,
  naming: s.head.naming === true,
  cutAt: s.head.summaryCutAt,
  summary: s.summary && s.summary.cutAt > 0 ? s.summary.text : null,
  plan: s.plan,
  summaryPlan: (s.summary && s.summary.cutAt > 0 && s.summary.plan) || null,
  compressAbove: s.head.compressAbove ?? Number.POSITIVE_INFINITY,
  prunedAt: s.head.pruned?.at ?? 0,
  private: s.head.private === true,
  recorded: s.head.recorded === true,
  parent: s.head.parent === undefined ? null : s.head.parent.released ? 'released' : 'waits',
  compact: s.head.compact?.cut ?? null,
  failures: s.head.compressFailed?.count ?? 0,
  tooLong: s.head.tooLong ?? { count: 0, due: false },
  onward: s.head.run.onward ?? 0,
  activeAt: lastActive(s.head),
})
const modelDecisions = (s: Spec.State, activeAt: number): ReturnType<typeof decisions> => ({
  effects: Object.entries(Model.effectsAt(s)).map(([key, effect]) => [key, effect.kind]),
  status: Model.status(s),
  transcript: s.messages.map((m) =>
    m.role === 'user'
      ? [m.at, m.id, m.text]
      : [m.at, m.cut, m.attempt, m.starts, m.status, m.text].concat(
          [String(m.settledAt), m.told ?? ''],
          m.calls.map((c) => `${c.id} ${c.key} ${c.status} ${c.freeIn} ${c.attempt} ${c.starts} ${c.result?.kind}`),
        ),
  ),
  queue: [...s.steer, ...s.followUp].map((m) => m.id),
  hold: s.hold,
  unseen: s.unseen && [s.unseen.at, s.unseen.user, s.unseen.now],
  turnsLeft: s.turnsLeft,
  run: s.run,
  title: s.title,
  naming: s.naming,
  cutAt: s.summaryCutAt,
  summary: s.summary,
  plan: s.plan,
  summaryPlan: s.summaryPlan,
  compressAbove: s.threshold,
  prunedAt: s.prunedAt,
  private: s.private,
  recorded: s.recorded,
  parent: s.parent,
  compact: s.compact,
  failures: s.failures,
  tooLong: s.tooLong,
  onward: s.onward,
  activeAt,
})
