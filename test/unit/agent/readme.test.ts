import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { State } from '../../../src/agent/state.ts'
import { importBundled } from '../../bench/moorex-bundle.mjs'
import { settle } from '../moorex/harness.ts'

const folder = new URL('../../../src/agent/', import.meta.url)
const source = /```ts\n(.*?)```/s.exec(readFileSync(new URL('README.md', folder), 'utf8'))?.[1] ?? ''

type Said = { text: string; calls: { name: string; args: string }[] }
type Agent = { state: () => State; say: (words: string) => Promise<void>; stop: () => void }
type Options = {
  prompt: string
  tools: Record<string, (args: string) => Promise<string>>
  llm: (prompt: string, messages: State['messages']) => Promise<Said>
  initialState?: State
  save: (state: State) => Promise<void>
}

const never = new Promise<never>(() => {})
/** Lets a chain of commits, effects and inputs run to its end. */
const rest = async (): Promise<void> => {
  for (let k = 0; k < 20; k++) await settle()
}

it('the example of the README asks a model, runs its tool, and a crash in mid-answer or in mid-call loses nothing', async () => {
  const { createAgent } = (await importBundled(source, folder, { packages: true })) as {
    createAgent: (options: Options) => Agent
  }
  const disk: { state?: State } = {}
  const save = async (state: State): Promise<void> => {
    disk.state = structuredClone(state)
  }
  const reopen = (more: Partial<Options>): Agent =>
    createAgent({
      prompt: 'You add numbers.',
      tools: { add: async (args) => String(JSON.parse(args).reduce((a: number, b: number) => a + b)) },
      llm: async (_prompt, messages) =>
        messages.some((row) => row.role === 'assistant' && row.calls.length > 0)
          ? { text: 'It is 3.', calls: [] }
          : { text: 'I add them.', calls: [{ name: 'add', args: '[1,2]' }] },
      save,
      ...(disk.state && { initialState: disk.state }),
      ...more,
    })

  const inAnswer = reopen({ llm: () => never })
  await inAnswer.say('What is 1 + 2?')
  await rest()
  inAnswer.stop()

  let called = 0
  const add = () => {
    called++
    return never
  }
  const inCall = reopen({ tools: { add } })
  await rest()
  inCall.stop()
  expect(called).toBe(1)

  const whole = reopen({})
  await rest()
  const shown = whole
    .state()
    .messages.map((row) => [row.role, row.content.map((block) => ('text' in block ? block.text : ''))])
  expect(shown).toEqual([
    ['user', ['What is 1 + 2?']],
    ['assistant', ['I add them.']],
    ['assistant', ['It is 3.']],
  ])
  const [first] = whole.state().messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
  expect(first?.result?.content).toEqual([{ type: 'text', text: '3' }])
  expect(disk.state?.head.title).toBe('An agent')
})
