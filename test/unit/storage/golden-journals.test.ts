import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Config } from '../../../src/agent/config.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { Head } from '../../../src/agent/head.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import { Input, type Unstamped } from '../../../src/agent/input.ts'
import { Message, QueuedMessage } from '../../../src/agent/message.ts'
import { Plan } from '../../../src/agent/plan.ts'
import { FileEntry, type State, Summary } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { said } from '../../support/said.ts'

/**
 * Journals of real runs (recorded by test/browser/storage/golden-runs.test.ts) beside the rows that stood on the disk.
 * A build of the same agent version must fold them to the same state for ever; a later one must be able to go on from
 * that state.
 */
const folder = new URL('../../support/fixtures/journals/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))

const Line = z.object({ agentVersion: z.int(), input: Input })
const Golden = z.object({
  head: Head,
  config: Config,
  summary: z.nullable(Summary),
  plan: z._default(z.nullable(Plan), null),
  queue: z.array(QueuedMessage),
  messages: z.array(Message),
  files: z.array(FileEntry),
})

const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const journalOf = (name: string) =>
  read(`${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)))
const stateOf = (name: string): State => Golden.parse(JSON.parse(read(`${name}.state.json`)))
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const ofThisVersion = names.filter((name) => journalOf(name)[0]?.agentVersion === AGENT_VERSION)

it('there are golden journals of every agent version up to this one, of four kinds of runs', () => {
  for (let version = 1; version <= AGENT_VERSION; version++)
    expect(names.filter((name) => name.startsWith(`v${version}-`)).length).toBeGreaterThanOrEqual(4)
})

describe.each(ofThisVersion)('%s', (name) => {
  it('folds to the rows that it gave when it was recorded', () => {
    const journal = journalOf(name)
    const [first] = journal
    if (first?.input.type !== 'session-create') throw new Error('A journal begins with its session')
    let state = initiate(first.input.sessionId)
    for (const { input } of journal) {
      const next = transition(input)(state)
      // only what applied is journaled
      expect(next).not.toBe(state)
      state = next
    }
    expect(plain(state)).toEqual(plain(stateOf(name)))
  })
})

describe.each(names)('%s', (name) => {
  it('is a state that this build can go on from: stopped, then sent a message', () => {
    const golden = stateOf(name)
    const inputs: Unstamped[] = [
      said({ type: 'user-abort' }),
      said({
        type: 'user-send-message',
        messageId: 'after',
        content: [{ type: 'text', text: 'Go on' }],
        delivery: 'steer',
      }),
    ]
    let state = golden
    for (const input of inputs)
      state = transition({ ...input, seq: state.head.seq + 1, timestamp: state.head.timestamp + 1 })(state)
    expect(state.messages.length).toBe(golden.messages.length + 1)
    expect(Object.keys(effectsAt(state)).some((key) => key.startsWith('ask-brain-'))).toBe(true)
  })
})
