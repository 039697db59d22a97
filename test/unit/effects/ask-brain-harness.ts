import type { AnswerBlock } from '../../../src/agent/content.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Spending, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import * as afterBreak from '../../../src/effects/after-break.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { askBrain } from '../../../src/effects/ask-brain.ts'
import type { AskBrainPorts, ModelConnection as Connection } from '../../../src/effects/ask-brain-ports.ts'
import * as askedAgain from '../../../src/effects/asked-again.ts'
import * as callsInText from '../../../src/effects/calls-in-text.ts'
import { type LookUpSource, lookUp } from '../../../src/effects/context/look-up.ts'
import * as refusedSenses from '../../../src/effects/context/refused-senses.ts'
import type { Llm, LlmPart } from '../../../src/llm/port.ts'

/** One asking with ports that a test can bend. */

export const USAGE = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
export const done = (stopReason: 'stop' | 'length' | 'refusal' | 'tool-use' = 'stop'): LlmPart => ({
  type: 'done',
  stopReason,
  usage: USAGE,
})
export const say = (text: string): LlmPart[] => [
  { type: 'text-start', index: 0 },
  { type: 'text-delta', index: 0, text },
  { type: 'text-end', index: 0 },
]
export const llmOf = (...answers: LlmPart[][]): { llm: Llm; asked: () => number; signals: AbortSignal[] } => {
  let n = 0
  const signals: AbortSignal[] = []
  return {
    asked: () => n,
    signals,
    llm: async function* ({ signal }) {
      signals.push(signal)
      const parts = answers[Math.min(n++, answers.length - 1)] ?? []
      for (const part of parts) {
        await Promise.resolve()
        yield part
      }
    },
  }
}

/** A session without a past. */
export const emptyHistory: LookUpSource = {
  messagesAfter: async () => [],
  rowsAt: async () => [],
  readBlob: async () => null,
  answerOf: async () => null,
  messagesUpTo: async () => [],
  pages: async function* () {},
}

export function setUp(
  llm: Llm,
  ports: Partial<AskBrainPorts> = {},
  alive: (input: Unstamped) => boolean = () => true,
  connection: Partial<Connection> = {},
  state: State = initiate('s'),
  attempt = 2,
  /** What the asking under way has taken, as far as we can tell. */
  spent: Spending | null = null,
) {
  const inputs: Unstamped[] = []
  const defaults: Connection = {
    llm,
    baseUrl: 'https://api.example',
    scrub: (text) => text.replaceAll('sk-1', '[secret]'),
    cost: () => 0.5,
    cancelRun: null,
  }
  const all: AskBrainPorts = {
    connect: async () => ({ ...defaults, ...connection }),
    request: async () => ({
      request: { model: 'm', system: '', messages: [], tools: [], toolChoice: 'auto', thinking: 'off' },
      items: [],
      size: 10,
      fixed: 4,
    }),
    lookUp: { source: emptyHistory, current: () => initiate('s'), code: async () => lookUp },
    breaks: async () => afterBreak,
    refusals: async () => refusedSenses,
    again: async () => askedAgain,
    refusedAttached: new Map(),
    paidBroken: new Set(),
    learnWindow: async () => {},
    learnMissing: async () => {},
    tellsPrivate: async () => false,
    isOnline: () => true,
    untilOnline: async () => {},
    live: () => {
      const buffer = makeAnswerBuffer()
      const longest = (): AnswerBlock[] =>
        buffer.said().flatMap((part) => (part.type === 'text' || part.type === 'thinking' ? [part] : []))
      const asking = { asking: () => ({ counted: () => {} }), firstAfter: () => null, spent: () => spent }
      return { buffer, push: (part) => void buffer.push(part), longest, run: () => null, end: () => {}, ...asking }
    },
    earlier: () => null,
    askBeforeAgainAbove: async () => null,
    leaving: () => false,
    prepare: async (calls) => calls.map(({ id, name, arguments: args }) => ({ providerId: id, name, args })),
    written: async () => callsInText,
    keepImage: async (bytes) => bytes.length.toString(16).padStart(64, '0'),
    savingFailed: () => new AbortController().signal,
    clean: false,
    now: () => 1000,
    random: () => 0,
    failpoint: async () => {},
    ...ports,
  }
  const effect = askBrain({ kind: 'ask-brain', cut: 7, attempt }, state, all)
  const run = effect.start(async (input) => {
    inputs.push(input as Unstamped)
    return alive(input as Unstamped)
  })
  return { inputs, run, cancel: effect.cancel }
}
export const types = (inputs: Unstamped[]): string[] => inputs.map(({ type }) => type)
