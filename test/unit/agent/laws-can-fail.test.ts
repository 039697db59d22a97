import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContextItem } from '../../../src/agent/context.ts'
import type { Input } from '../../../src/agent/input.ts'
import type { Answer } from '../../../src/agent/message.ts'
import type { State } from '../../../src/agent/state.ts'
import { arbitraryMoodyRun, arbitraryRun } from './world/arbitrary.ts'
import { type Broken, MACHINE, type Machine } from './world/machine.ts'
import type { Mood } from './world/settings.ts'
import { World } from './world/world.ts'

/**
 * Rules broken on purpose, by wrapping the machine that the world drives. The laws must catch each; the product has no
 * switches.
 */

const RUNS = 2000

/** The laws that random runs find broken; of a model with this mood, where the rule is about that. */
const brokenLaws = (machine: Machine, seed: number, mood?: Mood): string[] => {
  const laws = new Set<string>()
  const runs = mood === undefined ? arbitraryRun(160) : arbitraryMoodyRun(160, [mood])
  fc.check(
    fc.property(runs, ([config, commands, mood]) => {
      try {
        const world = new World(config, { machine, mood })
        for (const command of commands) world.run(command)
        world.finish()
      } catch (error) {
        laws.add((error as Broken).law ?? String(error))
        throw error
      }
    }),
    // nothing is shrunk: which law it is that fails first is what is asked
    { numRuns: RUNS, seed, endOnFailure: true },
  )
  return [...laws]
}

/** Changes what a transition gives, where it gave something new. */
const after = (change: (input: Input, before: State, next: State) => State): Machine => ({
  ...MACHINE,
  transition: (input) => (state) => {
    const next = MACHINE.transition(input)(state)
    return next === state ? state : change(input, state, next)
  },
})
const withAnswers = (state: State, change: (answer: Answer) => Answer): State => ({
  ...state,
  messages: state.messages.map((row) => (row.role === 'assistant' ? change(row) : row)),
})

/** `seed`: one that finds it soon, where 10 does not. */
const BROKEN: Record<string, { machine: Machine; laws: string[]; mood?: Mood; seed?: number }> = {
  'an answer that streams does not keep its effect wanted (the trap of seed 003)': {
    machine: {
      ...MACHINE,
      effectsAt: (state) => MACHINE.effectsAt({ ...state, head: { ...state.head, live: [] } }),
    },
    laws: ['b', 'i', 'j', 'k', 'status'],
  },
  'an abort does not hold the run': {
    machine: after((input, _, next) =>
      input.type === 'user-abort' ? { ...next, head: { ...next.head, hold: null } } : next,
    ),
    laws: ['b', 'k', 'c'],
  },
  'a failed attempt keeps its number': {
    machine: after((input, _, next) => {
      if (input.type !== 'brain-fail') return next
      const live = next.head.live.map((entry) => ({ ...entry, attempt: 0 }))
      return withAnswers({ ...next, head: { ...next.head, live } }, (answer) =>
        answer.status === 'waiting' ? { ...answer, attempt: 0 } : answer,
      )
    }),
    laws: ['i'],
    seed: 8,
  },
  'an asking sees what came after its cut': {
    machine: { ...MACHINE, contextFor: (source) => MACHINE.contextFor({ ...source, cut: Number.MAX_SAFE_INTEGER }) },
    laws: ['f'],
    seed: 2,
  },
  'a call without a result is shown to the brain': {
    machine: {
      ...MACHINE,
      contextFor: (source) => {
        const items = MACHINE.contextFor(source)
        const last = items.findLastIndex((item: ContextItem) => item.role === 'tool')
        return last === -1 ? items : items.toSpliced(last, 1)
      },
    },
    laws: ['f'],
  },
  'a once call that is lost after its start is told as a plain error': {
    machine: {
      ...MACHINE,
      transition: (input) => (state) =>
        MACHINE.transition(
          input.type === 'effect-lost' && input.key.startsWith('request-toolkit-') ? asError(input, state) : input,
        )(state),
    },
    laws: ['e'],
  },
  'calls of one place have one key': {
    machine: {
      ...MACHINE,
      transition: (input) => (state) =>
        MACHINE.transition(
          input.type === 'brain-call-tools'
            ? { ...input, toolCalls: input.toolCalls.map((call, n) => ({ ...call, key: `${n}` })) }
            : input,
        )(state),
    },
    laws: ['keys'],
  },
  'a file is written although it changed meanwhile': {
    machine: {
      ...MACHINE,
      transition: (input) => (state) =>
        MACHINE.transition(
          input.type === 'toolkit-respond' && input.files
            ? { ...input, files: input.files.map((file) => ({ ...file, from: fromNow(state, input, file.path) })) }
            : input,
        )(state),
    },
    laws: ['files'],
    seed: 1,
  },
  'a decision depends on a row that a restore does not load': {
    machine: after((input, before, next) =>
      input.type === 'user-continue' && before.messages.some((row) => row.n < before.head.count - 12)
        ? { ...next, head: { ...next.head, title: 'long' } }
        : next,
    ),
    laws: ['g', 'held'],
  },
  'a mode that the person took back still lets calls run': {
    machine: {
      ...MACHINE,
      transition: (input) => (state) => {
        if (input.type !== 'brain-send-message-complete') return MACHINE.transition(input)(state)
        const { config } = state
        const free: State = { ...state, config: { ...config, mode: 'free' } }
        const next = MACHINE.transition(input)(free)
        return next === free ? state : { ...next, config }
      },
    },
    laws: ['mode'],
  },
  'a Stop that comes late stops what was begun since': {
    machine: {
      ...MACHINE,
      transition: (input) =>
        MACHINE.transition(
          input.type === 'user-abort' && input.run !== undefined ? { ...input, run: undefined } : input,
        ),
    },
    laws: ['aimed'],
  },
  'the same message joins twice': {
    machine: after((input, _, next) =>
      input.type === 'brain-send-message-complete'
        ? { ...next, queue: [...next.queue, ...next.queue.slice(0, 1)] }
        : next,
    ),
    laws: ['c', 'delta'],
  },
  'a summary that reaches past the last message of the person does not repeat it': {
    machine: after((input, _, next) =>
      input.type === 'brain-compress-history' && next.summary?.words
        ? { ...next, summary: { ...next.summary, words: [] } }
        : next,
    ),
    laws: ['f', 'size'],
  },
  'the head forgets to count what it shows the brain': {
    machine: after((input, before, next) =>
      input.type === 'toolkit-respond'
        ? { ...next, head: { ...next.head, contextSize: before.head.contextSize } }
        : next,
    ),
    laws: ['size'],
  },
  'a compression that fails is not counted': {
    machine: after((input, _, next) => {
      if (input.type !== 'brain-fail-compress' && input.type !== 'effect-lost') return next
      const { compressFailed: _gone, ...head } = next.head
      return { ...next, head }
    }),
    laws: ['tries'],
    mood: 'no-summaries',
  },
  'an asking that is too long heals itself without end': {
    machine: after((input, _, next) =>
      input.type === 'brain-fail' && next.head.tooLong
        ? { ...next, head: { ...next.head, tooLong: { ...next.head.tooLong, count: 0 } } }
        : next,
    ),
    laws: ['tries'],
    mood: 'too-long',
  },
  'a name is asked for again after a crash': {
    machine: after((input, _, next) => {
      if (input.type !== 'brain-begin-naming') return next
      const { naming: _gone, ...head } = next.head
      return { ...next, head }
    }),
    laws: ['named once'],
    seed: 4,
  },
}

const asError = (input: Extract<Input, { type: 'effect-lost' }>, state: State): Input => {
  const effect = MACHINE.effectsAt(state)[input.key]
  if (effect?.kind !== 'request-toolkit') return input
  const { seq, timestamp, error } = input
  return {
    type: 'toolkit-error',
    toolCallId: effect.toolCallId,
    attempt: effect.attempt,
    error,
    retryAt: null,
    seq,
    timestamp,
  }
}
const fromNow = (state: State, input: Extract<Input, { type: 'toolkit-respond' }>, path: string): string | null =>
  (state.files.find((file) => file.path === path) ?? input.known.find((file) => file.path === path))?.blob ?? null

describe('the laws can fail', () => {
  for (const [rule, { machine, laws, mood, seed = 10 }] of Object.entries(BROKEN))
    it(`they catch that ${rule}`, () => {
      const found = brokenLaws(machine, seed, mood)
      expect(found, 'a law that fails').toHaveLength(1)
      expect(laws).toContain(found[0])
    })
})
