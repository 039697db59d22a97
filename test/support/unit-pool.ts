import { ForksPoolWorker, type PoolRunnerInitializer, type PoolWorker, type WorkerRequest } from 'vitest/node'
import { fileOrder } from './file-order.ts'
import { type ProcessKind, processKind } from './shared-process.ts'

type Task = Parameters<NonNullable<PoolWorker['canReuse']>>[0]

/**
 * Bytes in use after a file, above which the process is replaced. Files leave some garbage behind, and with a heap of
 * 400 MB code with a time limit got too little memory.
 */
const FULL = 150_000_000

/**
 * With one worker, Vitest gives it all files at once. This instead runs one process at a time, for when another test
 * has the other core.
 */
const ONE_AT_A_TIME = process.env['UNIT_ONE_AT_A_TIME'] !== undefined
let turn: Promise<unknown> = Promise.resolve()

/** Vitest's process, which takes further files of its first kind while it is small. */
class UnitWorker extends ForksPoolWorker {
  override readonly name = 'unit'
  readonly reportMemory = true
  private open = true
  private kind: ProcessKind = 'alone'
  private end = (): void => {}

  override async start(): Promise<void> {
    await super.start()
    this.on('exit', () => this.end())
  }

  override send(message: WorkerRequest): void {
    if (message.type !== 'run') return super.send(message)
    if (message.context.files.length > 1)
      throw new Error('Unit tests need two workers: one is given all files at once.')
    this.kind = kindOf(message)
    if (!ONE_AT_A_TIME) return super.send(message)
    const before = turn
    turn = new Promise<void>((resolve) => {
      this.end = resolve
    })
    void before.then(() => super.send(message))
  }

  override deserialize(data: unknown): unknown {
    const { type, usedMemory = 0 } = data as { type?: string; usedMemory?: number }
    if (type === 'testfileFinished') this.end()
    this.open &&= usedMemory < FULL
    return super.deserialize(data)
  }

  canReuse(task: Task): boolean {
    return this.open && this.kind !== 'alone' && kindOf(task) === this.kind
  }
}

function kindOf({ context }: Pick<Task, 'context'>): ProcessKind {
  return processKind(context.files[0]?.filepath ?? '')
}

/** For a project with `isolate: false`. */
export const unitPool: PoolRunnerInitializer = {
  name: 'unit',
  createPoolWorker: (options) => new UnitWorker(options),
}

/** Each of them takes seconds, which Vitest does not know without an earlier run. */
const LONG = /\/(?:laws|laws-can-fail|hostile|hostile-wires|stores)\.test\.ts$/

const RANKS: Record<ProcessKind, number> = { stateless: 1, alone: 2, replaced: 3, shared: 4 }

/** One kind after the other: a shared process ends when a file of another kind comes in between. */
export const oneKindAfterAnother = fileOrder('reflexor:one-kind-after-another', (file) =>
  LONG.test(file) ? 0 : RANKS[processKind(file)],
)
