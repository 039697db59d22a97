import { describe, expect, it } from 'vitest'
import type { AskBrainPorts, ModelConnection } from '../../../src/effects/ask-brain-ports.ts'
import { callsInText } from '../../../src/effects/calls-in-text.ts'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import { schemaOf } from '../../../src/tools/schema.ts'
import { done, llmOf, say, setUp, types } from './ask-brain-harness.ts'
import { toolThat } from './toolkit-harness.ts'

/** What becomes of calls that a model wrote as text. */

const probe = toolThat(() => ({ content: [] }))
const TOOLS = [{ name: probe.name, description: '', parameters: schemaOf(probe) as never }]
const request: AskBrainPorts['request'] = async () => ({
  request: { model: 'm', system: '', messages: [], tools: TOOLS, toolChoice: 'auto', thinking: 'off' },
  items: [],
  size: 10,
  fixed: 4,
})
const prepare: AskBrainPorts['prepare'] = (calls) =>
  prepareCalls(
    calls.map(({ id, name, arguments: args }) => ({ providerId: id, name, args })),
    { tools: [probe] },
  )
const written = (args: string): string =>
  `Let me try.\n<tool_call>\n{"name": "probe", "arguments": ${args}}\n</tool_call>`

async function answered(parts: LlmPart[], connection: Partial<ModelConnection> = {}) {
  const { inputs, run } = setUp(llmOf(parts).llm, { request, prepare }, undefined, connection)
  await run
  return { inputs, end: inputs.at(-1) }
}

describe('a call that was written as text', () => {
  it('runs only where the person allows it for this model: else its text stays, and the answer says so', async () => {
    const { inputs, end } = await answered([...say(written('{"n": 1}')), done()])
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
    expect(end).toMatchObject({
      content: [{ type: 'text', text: written('{"n": 1}') }],
      stopReason: 'stop',
      written: 'shown',
    })
  })

  it('where it is allowed, is announced and completed as any call', async () => {
    const { inputs, end } = await answered([...say(written('{"n": 1}')), done()], { runsWritten: true })
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-call-tools', 'brain-send-message-complete'])
    expect(inputs[1]).toMatchObject({ toolCalls: [{ providerId: 'written-7-0', name: 'probe', args: '{"n":1}' }] })
    expect(end).toMatchObject({
      content: [
        { type: 'text', text: 'Let me try.' },
        { type: 'tool-call', call: 0 },
      ],
      stopReason: 'tool-use',
      written: 'run',
    })
  })

  it.each(['{"n": "many"}', '{"m": 1, "n": {}}'])('with arguments that fit no schema (%s) stays text', async (args) => {
    const { inputs, end } = await answered([...say(written(args)), done()], { runsWritten: true })
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
    expect(end).toMatchObject({ content: [{ type: 'text', text: written(args) }], written: 'unfit' })
  })

  it('does not run where the answer was cut off, or was refused', async () => {
    const cut = await answered([...say(written('{"n": 1}')), done('length')], { runsWritten: true })
    expect(cut.end).toMatchObject({ written: 'shown', stopReason: 'length' })
    const refused = await answered([...say(written('{"n": 1}')), done('refusal')], { runsWritten: true })
    expect(refused.end).not.toHaveProperty('written')
  })

  it('is text beside a real call: who can make one does not write it', async () => {
    const call: LlmPart = { type: 'tool-call-end', index: 1, id: 'c', name: 'probe', arguments: '{}' }
    const { inputs, end } = await answered([...say(written('{"n": 1}')), call, done('tool-use')], { runsWritten: true })
    expect(inputs[1]).toMatchObject({ toolCalls: [{ providerId: 'c' }] })
    expect(end).not.toHaveProperty('written')
  })

  it('in a thought is no call', async () => {
    const thought: LlmPart[] = [
      { type: 'thinking-start', index: 0 },
      { type: 'thinking-delta', index: 0, text: written('{"n": 1}') },
      { type: 'thinking-end', index: 0 },
      { type: 'text-start', index: 1 },
      { type: 'text-delta', index: 1, text: 'I could use probe.' },
      { type: 'text-end', index: 1 },
      done(),
    ]
    expect((await answered(thought, { runsWritten: true })).end).not.toHaveProperty('written')
  })

  it('does not load its reader for an answer that names no tool', async () => {
    let loaded = 0
    const ports: Partial<AskBrainPorts> = {
      request,
      prepare,
      written: async () => {
        loaded++
        return { callsInText }
      },
    }
    await setUp(llmOf([...say('Four.'), done()]).llm, ports).run
    expect(loaded).toBe(0)
  })
})
