import { diff } from '../../../src/agent/delta.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import { sizeOfMessages } from '../../../src/agent/size.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { appendStream } from '../../../src/storage/streams.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import { newConfig } from '../../../src/worker/policy/new-session.ts'
import { said } from '../../support/said.ts'
import { prose } from './prose.ts'

export type SeedOptions = {
  sessionId: string
  /** Rows of the transcript. */
  messages: number
  providerId: string
  model: string
  /** `streaming`: the last row is an answer under way, with some text received. */
  end: 'idle' | 'streaming'
  /** At its end all but the last rows are summarised. */
  summarised?: boolean
  /** Nothing stops its runs. */
  unlimited?: boolean
  /** Last words of the last message, for whoever looks for it on the screen. */
  lastWords?: string
}

const WRITER = 1
const UNLIMITED = { maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null }
const BATCH = 400
const usage = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

/**
 * Makes a session as the product makes it: real inputs, folded by `transition`, each batch written by `commitBatch`.
 * Every fifth turn calls a tool. Resolves to the rows that it has; rejects when the agent refuses an input or a commit
 * fails.
 */
export async function seedSession(db: Database, epoch: number, options: SeedOptions): Promise<number> {
  const { sessionId, providerId, model } = options
  const committed = makeCommitted(db, epoch, sessionId)
  let state = initiate(sessionId)
  let inputs: Input[] = []
  let seq = 0
  let timestamp = Date.now() - options.messages * 60_000

  const give = (input: Unstamped): void => {
    timestamp += 10_000
    const stamped: Input = { ...input, seq: ++seq, timestamp: Math.floor(timestamp) }
    const next = transition(stamped)(state)
    if (next === state) throw new Error(`The agent refused ${input.type} at ${seq}`)
    state = next
    inputs.push(stamped)
  }
  const write = async (): Promise<void> => {
    if (inputs.length > 0) await committed(inputs, state)
    inputs = []
  }

  const config = newConfig({ providerId, model, thinking: 'off' }, ALL_TOOLS, { approvals: {} } as never)
  const limits = { ...UNLIMITED, maxTurns: 10_000 }
  give({ type: 'session-create', sessionId, config: options.unlimited ? { ...config, limits } : config })
  await write()
  const target = options.messages - (options.end === 'streaming' ? 2 : 0)
  for (let turn = 0; state.head.count < target; turn++) {
    if (inputs.length > BATCH) await write()
    // a turn makes two rows, one with a call makes three: together exactly as many as wanted
    const missing = target - state.head.count
    const callsTool = missing === 3 || (turn % 5 === 4 && missing >= 5)
    const isLast = missing === (callsTool ? 3 : 2)
    sendMessage(give, sessionId, turn)
    if (callsTool) callTool(give, () => state, turn)
    answer(give, () => state, `${prose(300, seq)}${isLast && options.lastWords ? `\n\n${options.lastWords}` : ''}`)
    if ('name-session' in effectsAt(state)) give({ type: 'brain-name-session', title: `Session ${sessionId}` })
  }
  if (options.summarised) {
    await write()
    summarise(give, () => state)
  }
  if (options.end === 'streaming') {
    sendMessage(give, sessionId, -1)
    start(give, () => state)
  }
  await write()
  const live = state.head.live[0]
  if (live !== undefined) {
    const parts = [{ index: 0, kind: 'text' as const, text: prose(200, 7) }]
    const outcome = await appendStream(db, {
      epoch,
      sessionId,
      cut: live.cut,
      attempt: live.attempt,
      n: 0,
      start: WRITER,
      parts,
    })
    if (outcome.type !== 'appended') throw new Error(`The text was not kept: ${outcome.type}`)
  }
  return state.head.count
}

/** Rows that stay as they are. */
const TAIL = 10

function summarise(give: Give, state: () => State): void {
  const tail = state().messages.slice(-TAIL)
  give(said({ type: 'user-compact', instruction: '' }))
  give({
    ...{ type: 'brain-compress-history', cut: state().head.compact?.cut ?? 0, summary: prose(300, 1) },
    ...{ cutAt: (tail[0]?.seq ?? 1) - 1, remaining: sizeOfMessages(tail), calls: [], words: [] },
    rows: state().head.count - tail.length,
  })
}

type Give = (input: Unstamped) => void

function sendMessage(give: Give, sessionId: string, turn: number): void {
  const content = [{ type: 'text' as const, text: prose(80, turn + 1) }]
  give(said({ type: 'user-send-message', messageId: `${sessionId}-${turn}`, content, delivery: 'steer' }))
}

/** Commits the start of the asking that is due; returns its name. */
function start(give: Give, state: () => State): { cut: number; attempt: number } {
  const asking = Object.values(effectsAt(state())).find((effect) => effect.kind === 'ask-brain')
  if (asking?.kind !== 'ask-brain') throw new Error('Nothing is to be asked')
  const work = { cut: asking.cut, attempt: asking.attempt }
  give({ type: 'brain-send-message-start', ...work, model: state().config.model })
  return work
}

function answer(give: Give, state: () => State, text: string): void {
  const work = start(give, state)
  give({
    type: 'brain-send-message-complete',
    ...work,
    content: [{ type: 'text', text }],
    stopReason: 'stop',
    usage,
    cost: 0.001,
  })
}

function callTool(give: Give, state: () => State, turn: number): void {
  const work = start(give, state)
  const args = JSON.stringify({ path: `notes/page-${turn}.md` })
  give({ type: 'brain-call-tools', ...work, toolCalls: [{ providerId: `call_${turn}`, name: 'read_file', args }] })
  const content = [{ type: 'text' as const, text: 'I will read the notes first.' }]
  give({ type: 'brain-send-message-complete', ...work, content, stopReason: 'tool-use', usage, cost: 0.001 })
  const call = state().head.unsettled[0]?.calls[0]
  if (call === undefined) throw new Error('No call is open')
  const ofCall = { toolCallId: call.id, attempt: call.attempt }
  give({ type: 'toolkit-start', ...ofCall })
  give({
    type: 'toolkit-respond',
    ...ofCall,
    content: [{ type: 'text', text: prose(400, turn) }],
    known: [],
    terminate: false,
  })
}

/** Writes what came since the last call, as a session's machine commits a batch. */
function makeCommitted(
  db: Database,
  epoch: number,
  sessionId: string,
): (inputs: Input[], next: State) => Promise<void> {
  let previous = initiate(sessionId)
  return async (inputs, next) => {
    const previousSeq = previous.head.seq === 0 ? null : previous.head.seq
    const delta = diff(previous, next)
    const outcome = await commitBatch(db, {
      epoch,
      sessionId,
      inputs,
      delta,
      previousSeq,
      strict: false,
      endedStreams: [],
    })
    if (outcome.type !== 'committed') throw new Error(`Not committed: ${outcome.type}`)
    previous = next
  }
}
