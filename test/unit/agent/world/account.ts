import { isDeepStrictEqual as same } from 'node:util'
import { runOf } from '../../../../src/agent/head.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { Delivery } from '../../../../src/agent/message.ts'
import { allows } from '../../../../src/agent/mode.ts'
import { shortened } from '../../../../src/agent/shorten.ts'
import { sizeOfCall, sizeOfMessages, sizeOfSummary } from '../../../../src/agent/size.ts'
import type { State } from '../../../../src/agent/state.ts'
import { isBusyStatus, status } from '../../../../src/agent/status.ts'
import { MAX_COMPRESS_FAILURES, MAX_QUEUED, MAX_STREAMS, MAX_TOO_LONG } from '../../../../src/agent/version.ts'
import { checkOffers } from './laws.ts'
import { Lockstep } from './lockstep.ts'
import { freeze, must } from './machine.ts'
import { DELIVERIES } from './settings.ts'
import type { World } from './world.ts'

const SILENT = [
  'user-configure',
  'user-edit-summary',
  'user-undo-summary',
  'user-load-tool-call',
  'user-expand-history',
  'user-cancel-queued',
  'user-change-queued',
  'user-name-session',
  'user-change-files',
]
/** Their sizes are counted by an effect, against what it saw. */
const COUNTED = [
  'brain-expand-history',
  'brain-load-tool-call',
  'user-expand-history',
  'user-load-tool-call',
  'user-undo-summary',
  'session-drop-summary',
]
const AFRESH = ['user-compact', 'brain-compress-history']
/** A person begins a run with these, and nobody with anything else. */
const BEGINS = ['user-send-message', 'user-retry', 'user-continue', 'session-create']
const SILENCED = [...SILENT, 'user-restore-session']

/**
 * What only the history tells: each committed batch is folded once more, input by input, into a state that holds every
 * row. So it is the replay, too: what it gives must equal the rows on disk.
 */
export class Account {
  private readonly world: World
  readonly processed: Input[] = []
  /** Those of them that the running machine found to apply. */
  readonly journaled = new WeakSet<Input>()
  readonly grants = new Map<string, number>()
  /** Calls that the person has approved, each by itself. */
  private readonly approved = new Set<string>()
  private done = 0
  private shadow: State = freeze(initiate('s'))
  private readonly sent: { id: string; delivery: Delivery; gone: boolean }[] = []
  private readonly files = new Map<string, string | null>()
  private quiet = false
  private failures = 0
  private names = 0
  private releases = 0
  private tooLong = 0
  private sizeHolds = true
  private readonly lockstep: Lockstep | null

  constructor(world: World) {
    this.world = world
    this.lockstep = world.lockstep ? new Lockstep(world.machine) : null
  }

  settle(): void {
    for (const input of this.processed.slice(this.done)) {
      const before = this.shadow
      const next = freeze(this.world.machine.transition(input)(before))
      const changed = next !== before
      must(changed === this.journaled.has(input), 'g', () => `${input.type} applied ${changed} in the replay alone`)
      this.accept(input, before, changed)
      if (changed) this.applied(input, before, next)
      this.lockstep?.follow(input, before, next)
      this.shadow = next
    }
    this.done = this.processed.length
    this.checkSent()
  }

  replay(): void {
    this.settle()
    const { state, journal } = this.world.disk
    must(
      same(this.shadow, state),
      'g',
      () => `replay differs\n${JSON.stringify(this.shadow)}\n${JSON.stringify(state)}`,
    )
    must((journal.at(-1)?.seq ?? 0) === state.head.seq, 'g', () => 'the journal ends elsewhere')
    const files = new Map(state.files.map((file) => [file.path, file.blob]))
    must(same(files, new Map([...this.files].sort())), 'files', () => JSON.stringify([[...files], [...this.files]]))
  }

  private accept(input: Input, { head, queue }: State, changed: boolean): void {
    if (input.type !== 'user-send-message' || changed) return
    const full = queue.length >= MAX_QUEUED || head.deletedAt !== null
    const known = this.sent.some((message) => message.id === input.messageId)
    must(full || known || input.seq <= head.seq, 'c', () => `${input.messageId} was swallowed`)
  }

  private applied(input: Input, before: State, next: State): void {
    if (input.type === 'user-send-message')
      this.sent.push({ id: input.messageId, delivery: input.delivery, gone: false })
    if (input.type === 'session-create' && input.helps) {
      this.sent.push({ id: 'task', delivery: 'now', gone: false })
      for (const { path, to } of input.helps.files) this.files.set(path, to)
    }
    if (input.type === 'user-cancel-queued')
      for (const message of this.sent) if (message.id === input.messageId) message.gone = true
    if (input.type === 'session-branch') {
      const kept = new Set(next.messages.flatMap((row) => (row.role === 'user' ? [row.id] : [])))
      for (const message of this.sent) message.gone ||= !kept.has(message.id)
      this.quiet = true
    }
    if (input.type === 'user-settle-tool-call' && input.choice === 'again')
      this.grants.set(input.toolCallId, 1 + (this.grants.get(input.toolCallId) ?? 0))
    if (input.type === 'user-decide-tool-call' && input.decision === 'approve')
      for (const id of [input.toolCallId, ...(input.also ?? [])]) this.approved.add(id)
    if (input.type === 'brain-begin-naming') must(++this.names === 1, 'named once', () => 'a name was asked for twice')
    this.checkSending(next)
    this.checkMode(next)
    this.checkSteering(before, next)
    this.checkQuiet(input, next)
    this.checkRun(input, before, next)
    this.checkFiles(input, next)
    this.checkSize(input, before, next)
    this.checkTries(input, before, next)
    checkOffers(this.world, next)
    const keys = Object.keys(this.world.machine.effectsAt(next)).filter((key) => key !== 'name-session')
    must(isBusyStatus(status(next.head)) === keys.length > 0, 'status', () => `${status(next.head).type}: ${keys}`)
  }

  /**
   * What nobody gave leaves with a call that was approved by itself, and with no other, whatever was allowed beside it.
   */
  private checkSending(next: State): void {
    for (const row of next.messages)
      for (const call of row.role === 'assistant' ? row.calls : [])
        if (call.sends !== undefined && (call.status === 'ready' || call.started || call.attempt > 0))
          must(this.approved.has(call.id), 'sends', () => `${call.id} sends what nobody gave, unasked`)
  }

  /** What only a mode lets run has that mode: a more careful one stops it before it starts. */
  private checkMode({ messages, config }: State): void {
    for (const row of messages)
      for (const { id, status, started, attempt, freeIn } of row.role === 'assistant' ? row.calls : [])
        if (freeIn !== undefined && status === 'ready' && !started && attempt === 0)
          must(allows(config.mode, freeIn), 'mode', () => `${id} runs unasked in the mode "${config.mode}"`)
  }

  private checkSteering(before: State, next: State): void {
    if (before.config.steerMode !== 'one') return
    const joined = next.messages
      .slice(before.messages.length)
      .filter((row) => row.role === 'user' && row.delivery === 'steer').length
    must(joined <= 1 && (joined === 0 || !before.head.unseen?.user), 'c', () => 'two steering messages in one asking')
  }

  private checkQuiet(input: Input, next: State): void {
    if (input.type === 'session-release') must(++this.releases === 1, 'release', () => 'a helper was released twice')
    const stops = ['user-abort', 'user-delete-session', 'session-release']
    if (stops.includes(input.type)) this.quiet = true
    else if (input.type.startsWith('user-') && !SILENCED.includes(input.type)) this.quiet = false
    const keys = Object.keys(this.world.machine.effectsAt(next))
    if (this.quiet) must(keys.length === 0, 'k', () => `after abort, ${input.type}: ${keys}`)
  }

  /**
   * What is meant for a run leaves every other alone; and what a person begins, from rest, is never called by an older
   * name.
   */
  private checkRun(input: Input, { head: before }: State, { head }: State): void {
    const [was, is] = [runOf(before), runOf(head)]
    if ('run' in input && input.run !== undefined)
      must(input.run === was, 'aimed', () => `${input.type} for run ${input.run} touched run ${was}`)
    must(is === was || is === input.seq, 'aimed', () => `run ${was} is called ${is} by ${input.seq}`)
    must(is === was || BEGINS.includes(input.type), 'aimed', () => `${input.type} has begun run ${is}`)
    // a branch that has nothing left to do is held no more, and begins nothing
    const begins = before.hold !== null && head.hold === null && input.type !== 'session-branch'
    must(!begins || is === input.seq, 'aimed', () => `${input.type} went on under the name of the run that was held`)
  }

  /** Files equal what the results say: all changes of a result, or none and an error. */
  private checkFiles(input: Input, next: State): void {
    if (input.type !== 'user-change-files' && input.type !== 'toolkit-respond') return
    const changes = input.files ?? []
    const unchanged = changes.every((change) => (this.files.get(change.path) ?? null) === change.from)
    const holds = unchanged && !wouldOverwrite(input, next)
    if (input.type === 'toolkit-respond') {
      const calls = next.messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
      const kind = calls.find((call) => call.id === input.toolCallId)?.result?.kind
      must(kind === (holds ? 'ok' : 'error'), 'files', () => `${input.toolCallId} closed as ${kind}, holds ${holds}`)
    } else must(holds, 'files', () => 'a stale change was applied')
    if (holds) for (const { path, to } of changes) this.files.set(path, to)
  }

  /** The count in the head equals a scan; not where two answers counted against one summary at the same time. */
  private checkSize(input: Input, before: State, { head, summary, messages }: State): void {
    const counted = this.world.counted.get(input)
    const fresh = same(counted, { summary: before.summary, pruned: before.head.pruned })
    if (COUNTED.includes(input.type)) this.sizeHolds &&= fresh
    const moved = head.summaryCutAt > before.head.summaryCutAt || head.pruned?.at !== before.head.pruned?.at
    if (input.type === 'brain-compress-history' || input.type === 'brain-prune-history') {
      if (moved) this.sizeHolds = fresh
      must(!moved || head.contextSize < before.head.contextSize, 'shorter', () => `${input.type} made it longer`)
      const { lastUserSeq, summaryCutAt } = head
      const kept = lastUserSeq > summaryCutAt || summary?.words?.some(({ seq }) => seq === lastUserSeq)
      must(lastUserSeq === 0 || kept === true, 'f', () => 'the last message of the person is not kept')
    }
    if (!this.sizeHolds) return
    const loaded = new Set(summary?.loaded.map((call) => call.id))
    const old = messages.flatMap((row) => (row.role === 'assistant' && row.seq <= head.summaryCutAt ? row.calls : []))
    const after = messages.filter((row) => row.seq > head.summaryCutAt)
    const scan =
      sizeOfSummary(summary) +
      sizeOfMessages(shortened(after, head.pruned, loaded)) +
      old.reduce((sum, call) => sum + (loaded.has(call.id) ? sizeOfCall(call) : 0), 0)
    must(head.contextSize === scan, 'size', () => `${head.contextSize} in the head, ${scan} by a scan`)
    must(head.summaryCutAt === (summary?.cutAt ?? 0), 'size', () => 'the head has another cut than the summary')
  }

  /** What fails again and again comes to an end: compressions by themselves, and askings that are too long. */
  private checkTries(input: Input, before: State, next: State): void {
    const compresses = Object.keys(this.world.machine.effectsAt(before)).some((key) => key.startsWith('compress-'))
    const wanted = before.head.compact !== undefined || before.head.tooLong?.due === true
    const failed = input.type === 'brain-fail-compress' && input.idle !== true
    const tried = failed || (input.type === 'effect-lost' && input.key.startsWith('compress-'))
    if (tried && compresses) this.failures = wanted ? 0 : this.failures + 1
    else if (AFRESH.includes(input.type) || (input.type === 'user-configure' && input.config.model)) this.failures = 0
    must(this.failures <= MAX_COMPRESS_FAILURES, 'tries', () => `${this.failures} compressions failed in a row`)
    if (input.type === 'brain-fail' && input.failure.kind === 'context-too-long' && !next.head.hold) this.tooLong++
    else if (input.type === 'brain-send-message-complete' || input.type.startsWith('user-')) this.tooLong = 0
    if (next.queue !== before.queue) this.tooLong = 0
    must(this.tooLong <= MAX_TOO_LONG + MAX_STREAMS, 'tries', () => `${this.tooLong} askings in a row were too long`)
  }

  private checkSent(): void {
    const { messages, queue } = this.world.disk.state
    const rows = messages.flatMap((row) => (row.role === 'user' ? [row] : []))
    for (const delivery of DELIVERIES) {
      const ids = (list: readonly { id: string; delivery: string }[]): string[] =>
        list.filter((message) => message.delivery === delivery).map((message) => message.id)
      const want = ids(this.sent.filter((message) => !message.gone))
      const have = [...ids(rows), ...ids(queue)]
      must(same(want, have), 'c', () => `${delivery}: accepted ${want}, found ${have}`)
    }
  }
}

/** A plan of the model that is older than what the person changed: its call closes with an error. */
const wouldOverwrite = (input: Input, { plan }: State): boolean =>
  input.type === 'toolkit-respond' &&
  input.plan !== undefined &&
  (plan?.edited ?? 0) > Number(input.toolCallId.split('.')[0])
