import { isDeepStrictEqual as same } from 'node:util'
import type { Config } from '../../../../src/agent/config.ts'
import type { AnswerBlock, FileChange } from '../../../../src/agent/content.ts'
import type { Effect } from '../../../../src/agent/effect.ts'
import type { Head } from '../../../../src/agent/head.ts'
import type { Input, Unstamped } from '../../../../src/agent/input.ts'
import type { Answer, ToolCall } from '../../../../src/agent/message.ts'
import type { FileEntry, State, Summary } from '../../../../src/agent/state.ts'
import { status } from '../../../../src/agent/status.ts'
import { Account } from './account.ts'
import { commit, type Disk, emptyDisk, restore } from './disk.ts'
import { checkCommit, checkRest, checkSettledRows, checkState } from './laws.ts'
import { Forgetful } from './let-go.ts'
import { Broken, freeze, MACHINE, type Machine, must } from './machine.ts'
import { step } from './partners.ts'
import { CONFIG, type Command, type Mood } from './settings.ts'
import { trouble } from './troubles.ts'

export type Task = {
  effect: Effect
  step: number
  ended: boolean
  awaits: Input | null
  partial: AnswerBlock[]
  files?: { files: FileChange[]; known: FileEntry[] }
}
type Counted = { summary: Summary | null; pruned: Head['pruned'] }
type Batch = { inputs: Input[]; applied: Input[]; next: State; committed: boolean }
export type Options = { machine?: Machine; lockstep?: boolean; mood?: Mood }

/** One world in three is a helper's. */
const isHelper = ({ limits }: Config): boolean => limits.maxTurns % 3 === 0
const HELPS = {
  parent: { session: 'parent', call: '1.0.0', depth: 1 },
  title: 'Help',
  task: 'the task',
  files: [{ path: 'given.txt', from: null, to: '9'.repeat(64), size: 3, mediaType: 'text/plain' }],
  isPrivate: true,
}

/**
 * A simulated writer, disk and runtime round the real transition; every step of them is a command, so that a list of
 * random commands is a random interleaving. After each crash the machine is restored from the least that storage may
 * give it.
 */
export class World {
  readonly machine: Machine
  readonly lockstep: boolean
  readonly mood: Mood
  state: State
  disk: Disk
  account: Account
  readonly tasks = new Map<string, Task>()
  queue: Input[] = []
  batch: Batch | null = null
  forgetful: Forgetful
  clock = 1_000_000
  seq = 0
  nextId = 0
  private drawn = 0
  crashes = 0
  readonly log: string[] = []
  readonly gone = new Set<string>()
  /** What the world outside has seen, by the key of the call: it knows nothing of branches. */
  readonly acts = new Map<string, number>()
  /** Keys that were announced, on any branch. */
  readonly keys = new Set<string>()
  /** The context of each asking, by its cut. */
  readonly asked = new Map<string, { items: string; summary: string }>()
  /** What a size was counted against. */
  readonly counted = new WeakMap<Input, Counted>()

  constructor(config: Partial<Config> = {}, { machine = MACHINE, lockstep = false, mood = 'any' }: Options = {}) {
    this.machine = machine
    this.lockstep = lockstep
    this.mood = mood
    this.disk = emptyDisk('s')
    this.state = this.disk.state
    this.forgetful = new Forgetful(machine, this.state)
    this.account = new Account(this)
    const whole = { ...CONFIG, ...config }
    this.dispatch({ type: 'session-create', sessionId: 's', config: whole, ...(isHelper(whole) && { helps: HELPS }) })
    this.flush()
  }

  // ---- the writer ----
  /** `counted`: what a size in it was counted against, if that was not just now. */
  dispatch(input: Unstamped, counted?: Counted): Input {
    this.seq++
    const stamped = freeze({ ...input, seq: this.seq, timestamp: this.clock }) as Input
    const { summary, head } = this.disk.state
    this.counted.set(stamped, counted ?? { summary, pruned: head.pruned })
    this.queue.push(stamped)
    return stamped
  }
  /** What nobody has drawn before, as a random source gives it. */
  drawKey(): string {
    return `key ${++this.drawn}`
  }
  /** The door's index: ids that are in the transcript, in a queue, or on their way to them. */
  knows(messageId: string): boolean {
    const { messages, queue } = this.disk.state
    const under = [...this.queue, ...(this.batch?.inputs ?? [])]
    return (
      messages.some((row) => row.role === 'user' && row.id === messageId) ||
      queue.some((message) => message.id === messageId) ||
      under.some((input) => input.type === 'user-send-message' && input.messageId === messageId)
    )
  }
  /** One step of the pipeline: transition, commit, reconcile. */
  advance(): void {
    if (!this.batch) {
      if (this.queue.length === 0) return
      const batch: Batch = { inputs: this.queue, applied: [], next: this.state, committed: false }
      this.forgetful.begin(this.queue.some(({ type }) => type === 'user-change-files'))
      for (const input of this.queue) {
        const next = this.fold(batch.next, input)
        this.forgetful.follow(input, batch.next, next)
        if (next !== batch.next) batch.applied.push(input)
        batch.next = next
      }
      this.batch = batch
      this.queue = []
    } else if (!this.batch.committed) {
      checkCommit(this.state, this.batch.next)
      checkSettledRows(this.state, this.batch.next)
      this.forgetful.commit(this.state, this.batch.next)
      this.disk = commit(this.disk, this.state, this.batch.next, this.batch.applied)
      this.account.processed.push(...this.batch.inputs)
      for (const input of this.batch.applied) {
        this.account.journaled.add(input)
        announced(this.keys, input)
      }
      this.batch.committed = true
    } else {
      const { inputs, next } = this.batch
      this.state = next
      this.batch = null
      this.reconcile(inputs)
      this.check()
    }
  }
  flush(): void {
    while (this.batch || this.queue.length > 0) this.advance()
  }
  fold(state: State, input: Input): State {
    let next: State
    try {
      next = freeze(this.machine.transition(input)(state))
    } catch (error) {
      throw new Broken('a', `${input.type} threw ${(error as Error).stack}`)
    }
    this.log.push(`${next === state ? '  (refused) ' : '  '}${JSON.stringify(input)}`)
    if (next !== state)
      must(next.head.seq === input.seq && input.seq > state.head.seq, 'a', () => `seq went back at ${input.type}`)
    return next
  }
  reconcile(inputs: readonly Input[] = []): void {
    const wanted = this.machine.effectsAt(this.state)
    for (const key of [...this.tasks.keys()])
      if (!(key in wanted)) {
        this.tasks.delete(key)
        this.gone.add(key)
      }
    for (const [key, effect] of Object.entries(wanted)) {
      const task = this.tasks.get(key)
      if (!task) {
        must(!this.gone.has(key), 'i', () => `${key} came back`)
        this.log.push(`    start ${key}`)
        this.tasks.set(key, { effect, step: 0, ended: false, awaits: null, partial: [] })
        continue
      }
      must(same(task.effect, effect), 'i', () => `${key} changed its work`)
      const saved = this.queue.some((input) => input.type === 'effect-lost' && input.key === key)
      must(!task.ended || saved, 'i', () => `${key} wanted again after its end`)
      if (task.awaits && inputs.includes(task.awaits)) task.awaits = null
    }
  }
  crash(): void {
    this.crashes++
    this.log.push('    CRASH')
    this.queue = []
    this.batch = null
    this.tasks.clear()
    this.gone.clear()
    this.account.replay()
    this.state = restore(this.disk)
    this.forgetful = new Forgetful(this.machine, this.state)
    this.seq = Math.max(this.state.head.seq, this.disk.journal.at(-1)?.seq ?? 0)
    const idle = status(this.state.head).type === 'idle'
    this.reconcile()
    must(!idle || [...this.tasks.keys()].every((key) => key === 'name-session'), 'h', () => [...this.tasks].join())
  }

  // ---- what others look at ----
  get answers(): Answer[] {
    return this.disk.state.messages.filter((row): row is Answer => row.role === 'assistant')
  }
  get calls(): ToolCall[] {
    return this.answers.flatMap((answer) => answer.calls)
  }
  call(id: string): ToolCall | undefined {
    return this.calls.find((call) => call.id === id)
  }
  pickSeq(n: number): number {
    const all = [0, ...this.disk.state.messages.map((row) => row.seq), this.disk.state.head.seq, 1e9]
    return all[n % all.length] ?? 0
  }

  // ---- commands ----
  step(key: string, how: number, fair = false): void {
    step(this, key, how, fair)
  }
  run(command: Command): void {
    trouble(this, command)
  }
  check(): void {
    checkState(this)
    this.account.settle()
  }
  finish(): void {
    checkRest(this)
  }
}

/** No key ever names two calls, on no branch. */
const announced = (keys: Set<string>, input: Input): void => {
  for (const { key } of input.type === 'brain-call-tools' ? input.toolCalls : []) {
    if (key === undefined) continue
    must(!keys.has(key), 'keys', () => `${key} names a second call`)
    keys.add(key)
  }
}
