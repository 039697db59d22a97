import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { adapter } from '../../../src/llm/demo.ts'
import type { LlmMessage, LlmPart } from '../../../src/llm/port.ts'
import { DEMO_TASK } from '../../../src/settings/demo-task.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import { zh } from '../../../src/ui/base/words/zh.ts'
import { type MemoryFiles, memoryFiles, run as runTool, wordsOf } from '../tools/memory-files.ts'
import { collect, last, requestOf, runLlmContract } from './contract.ts'

const noNetwork: typeof fetch = () => Promise.reject(new Error('the demo must not fetch'))
const demo = (speed: number) => adapter.create({ baseUrl: `demo:?speed=${speed}`, fetch: noNetwork })

describe('demo', () => {
  runLlmContract(async () => ({ llm: demo(40) }))

  it('is the one model that it lists', async () => {
    const listed = await adapter.listModels?.({ baseUrl: 'demo:', fetch: noNetwork }, new AbortController().signal)
    expect(listed).toEqual([{ id: 'demo', contextWindow: null, maxOutput: null }])
  })

  it('does the suggested task with real tools and quotes what they really returned', async () => {
    const { messages, files, calls } = await run({})
    expect(calls).toEqual(['list_files', 'write_file', 'write_file', 'read_file', 'edit_file', 'read_file'])
    expect(files.textOf('itinerary.md')).toContain(DEMO_TASK)
    const list = files.textOf('packing-list.md') ?? ''
    expect(list).toContain('- [x] Passport')
    for (const line of list.trim().split('\n')) expect(textOf(messages.at(-1))).toContain(line)
    expect(textOf(messages.at(-1))).toContain('script')
  })
  it('asked in Chinese it does the task in Chinese, in the same steps and about the same time', async () => {
    const asked = zh[DEMO_TASK]
    const { messages, files, calls, pieces } = await run({ task: asked })
    expect(calls).toEqual(['list_files', 'write_file', 'write_file', 'read_file', 'edit_file', 'read_file'])
    expect(files.textOf('行程.md')).toContain(asked)
    const list = files.textOf('行李清单.md') ?? ''
    expect(list).toContain('- [x] 护照')
    for (const line of list.trim().split('\n')) expect(textOf(messages.at(-1))).toContain(line)
    for (const message of messages.filter(({ role }) => role === 'assistant'))
      expect(textOf(message)).toMatch(/\p{Script=Han}/u)
    expect(textOf(messages.at(-1))).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/)
    const seconds = (pieces * 25 + 7 * 200) / 1000
    expect(seconds).toBeGreaterThan(12)
    expect(seconds).toBeLessThan(25)
    // its end is known again
    const more: LlmMessage[] = [...messages, { role: 'user', content: [{ type: 'text', text: '再写一首诗' }] }]
    expect(textIn(await collect(demo(1000), requestOf({ messages: more })))).toContain('“再写一首诗”')
  })
  it('asked in Chinese it leaves files that are already there alone', async () => {
    const { files } = await run({ task: zh[DEMO_TASK], files: memoryFiles({ '行李清单.md': '我的' }) })
    expect(files.textOf('行李清单.md')).toBe('我的')
    expect(files.textOf('演示-行李清单.md')).toContain('- [x]')
  })
  it('asked in Japanese it does not answer in Chinese', async () => {
    const messages: LlmMessage[] = [{ role: 'user', content: [{ type: 'text', text: '旅行の計画を立てて' }] }]
    expect(textIn(await collect(demo(1000), requestOf({ messages })))).toContain('I am a scripted demo')
  })
  it('says so when the task is not the one that it knows', async () => {
    const messages: LlmMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Write a novel' }] }]
    expect(textIn(await collect(demo(1000), requestOf({ messages })))).toContain('My script knows one task')
  })
  it('quotes a file that somebody changed in between as it is', async () => {
    const { messages } = await run({ afterWrite: (files) => files.set('packing-list.md', '# Mine now\n') })
    expect(textOf(messages.at(-1))).toContain('# Mine now')
    expect(textOf(messages.at(-1))).toContain('nothing in it is ticked off')
  })
  it('leaves files that are already there alone', async () => {
    const { files } = await run({ files: memoryFiles({ 'packing-list.md': 'precious' }) })
    expect(files.textOf('packing-list.md')).toBe('precious')
    expect(files.textOf('demo-packing-list.md')).toContain('- [x]')
  })
  it('says honestly that a call was denied, and stops', async () => {
    const { messages, calls } = await run({ deny: 'write_file' })
    expect(calls).toEqual(['list_files', 'write_file'])
    expect(textOf(messages.at(-1))).toContain('> Denied by the person')
  })
  it('asked again with the same messages it says the same: a reload goes on at the right place', async () => {
    const { messages } = await run({})
    for (let end = 1; end < messages.length; end += 2) {
      const first = await collect(demo(1000), requestOf({ messages: messages.slice(0, end) }))
      expect(await collect(demo(1000), requestOf({ messages: messages.slice(0, end) }))).toEqual(first)
    }
  })
  it('a message in the middle of the run does not start it over', async () => {
    const { messages } = await run({})
    const steered: LlmMessage[] = [
      ...messages.slice(0, 7),
      { role: 'user', content: [{ type: 'text', text: 'Hurry up' }] },
    ]
    const parts = await collect(demo(1000), requestOf({ messages: steered }))
    expect(parts.find(({ type }) => type === 'tool-call-start')).toMatchObject({ name: 'read_file' })
  })
  it('answers a follow-up with the truth and an advice', async () => {
    const { messages } = await run({})
    const more: LlmMessage[] = [...messages, { role: 'user', content: [{ type: 'text', text: 'And now a poem' }] }]
    const said = textIn(await collect(demo(1000), requestOf({ messages: more })))
    expect(said).toContain('“And now a poem”')
    expect(said).toContain('scripted')
    expect(said).toContain('Add a provider')
  })
  it('uses only tools that are offered', async () => {
    const parts = await collect(demo(1000), requestOf({ tools: [] }))
    expect(parts.some(({ type }) => type === 'tool-call-start')).toBe(false)
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('streams at reading speed: the whole run takes 15 to 25 seconds', async () => {
    const { pieces } = await run({})
    const seconds = (pieces * 25 + 7 * 200) / 1000
    expect(seconds).toBeGreaterThan(15)
    expect(seconds).toBeLessThan(25)
  })
  it('without a speed it streams about 40 words a second', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const llm = adapter.create({ baseUrl: '', fetch: noNetwork })
    const begin = Date.now()
    let deltas = 0
    const told = (async () => {
      for await (const part of llm(requestOf())) if ('text' in part && ++deltas === 20) return Date.now() - begin
      return 0
    })()
    await vi.advanceTimersByTimeAsync(3000)
    // the short thought before, then a word every 25 ms
    expect(await told).toBe((8 + 20) * 25)
  })
})

type World = { task?: string; files?: MemoryFiles; deny?: string; afterWrite?: (files: MemoryFiles) => void }

/** Plays the agent with the product's own tools: asks, runs the calls, asks again, until an answer has no calls. */
async function run({ task = DEMO_TASK, files = memoryFiles(), deny, afterWrite }: World) {
  const messages: LlmMessage[] = [{ role: 'user', content: [{ type: 'text', text: task }] }]
  const calls: string[] = []
  let pieces = 0
  for (let turn = 0; turn < 10; turn++) {
    const parts = await collect(demo(1000), requestOf({ messages }))
    pieces += parts.filter((part) => 'text' in part).length
    const ends = parts.filter((part) => part.type === 'tool-call-end')
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: textIn(parts) },
        ...ends.map(({ id, name, arguments: text }) => ({ type: 'tool-call' as const, id, name, arguments: text })),
      ],
    })
    if (ends.length === 0) break
    for (const { id, name, arguments: text } of ends) {
      calls.push(name)
      const isError = name === deny
      const said = isError ? 'Denied by the person' : await use(name, JSON.parse(text), files)
      messages.push({ role: 'tool', id, name, content: [{ type: 'text', text: said }], isError })
      if (name === 'write_file') afterWrite?.(files)
    }
  }
  return { messages, files, calls, pieces }
}

async function use(name: string, args: unknown, files: MemoryFiles): Promise<string> {
  const tool = ALL_TOOLS.find((known) => known.name === name)
  if (tool === undefined) throw new Error(`the demo called ${name}, which does not exist`)
  const result = await runTool(tool, files, args)
  expect(files.commit(result.files ?? [])).toBe(true)
  return wordsOf(result)
}
function textIn(parts: LlmPart[]): string {
  return parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : [])).join('')
}
function textOf(message: LlmMessage | undefined): string {
  return (message?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
