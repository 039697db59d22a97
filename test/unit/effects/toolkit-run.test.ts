import { describe, expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { readFile } from '../../../src/tools/workspace/read-file.ts'
import { memoryFiles } from '../tools/memory-files.ts'
import { endingOf, start, toolThat, words } from './toolkit-harness.ts'

const work = { toolCallId: '5.0.0', attempt: 0 }
const error = (text: string): unknown => ({ type: 'toolkit-error', ...work, error: text, retryAt: null })
const ok = toolThat(() => ({ content: [words('fine')] }))
const respond = { type: 'toolkit-respond', ...work, content: [words('fine')], known: [], terminate: false }

describe('the start of a tool call', () => {
  it('is announced before the tool runs, and the tool runs only after that is committed', async () => {
    const order: string[] = []
    const tool = toolThat(() => {
      order.push('run')
      return { content: [words('fine')] }
    })
    const harness = start(tool, { onDispatch: ({ type }) => order.push(type) })
    await harness.done
    expect(order).toEqual(['toolkit-start', 'run', 'toolkit-respond'])
    expect(harness.inputs).toEqual([{ type: 'toolkit-start', ...work }, respond])
    expect(harness.passed).toEqual([
      'before-tool-start',
      'after-tool-start',
      'before-tool-run',
      'after-tool-run',
      'before-tool-respond',
    ])
  })

  it('does not run a tool whose start was committed together with what closed it', async () => {
    let ran = false
    const tool = toolThat(() => {
      ran = true
    })
    const harness = start(tool, { onDispatch: () => harness.cancel() })
    await harness.done
    expect(ran).toBe(false)
    expect(harness.inputs).toEqual([{ type: 'toolkit-start', ...work }])
  })

  it('says nothing while the code of its tool is waited for: a reload meanwhile finds a call that was not started', async () => {
    let arrive: (tools: Tool[]) => void = () => {}
    const tools = new Promise<Tool[]>((resolve) => {
      arrive = resolve
    })
    const harness = start(null, { call: { repeat: 'once' }, ports: { tools } })
    await new Promise((resolve) => setTimeout(resolve))
    expect(harness.inputs).toEqual([])
    arrive([ok])
    await harness.done
    expect(harness.inputs).toEqual([{ type: 'toolkit-start', ...work }, respond])
  })

  it('never runs a once call again that had been started: its outcome is unknown', async () => {
    let ran = false
    const tool = toolThat(() => {
      ran = true
    })
    const harness = start(tool, { call: { repeat: 'once', started: true, starts: 1 } })
    await harness.done
    expect(harness.inputs).toEqual([{ type: 'toolkit-interrupt', ...work }])
    expect(ran).toBe(false)
  })

  it.each(['pure', 'idempotent'] as const)('runs a %s call again, with the same idempotency key', async (repeat) => {
    const keys: string[] = []
    const tool = toolThat((_, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      return { content: [words('fine')] }
    })
    await endingOf(tool, { call: { repeat } })
    await endingOf(tool, { call: { repeat, started: true, starts: 1, attempt: 2 } })
    expect(keys).toEqual(['5.0.0', '5.0.0'])
  })

  it.each([
    ['drawn when it was announced', { key: 'drawn' }, 'drawn'],
    ['its id, where it was announced before there were keys', {}, '5.0.0'],
  ])('gives a tool a key: %s', async (_, given, key) => {
    const keys: string[] = []
    const tool = toolThat((_, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      return { content: [words('fine')] }
    })
    await endingOf(tool, { call: given })
    expect(keys).toEqual([key])
  })

  it('runs a once call that was not started, and carries its attempt', async () => {
    expect(await endingOf(ok, { call: { repeat: 'once', attempt: 3 } })).toEqual({ ...respond, attempt: 3 })
  })

  it('says that the start before it ended in good order, only when there was one', async () => {
    const ports = { clean: () => true }
    const again = start(ok, { ports, call: { started: true, starts: 2 } })
    const first = start(ok, { ports })
    await Promise.all([again.done, first.done])
    expect(again.inputs[0]).toEqual({ type: 'toolkit-start', ...work, clean: true })
    expect(first.inputs[0]).toEqual({ type: 'toolkit-start', ...work })
  })

  it('rejects when the state does not hold the call, so that the machine hears of it', async () => {
    await expect(start(ok, { call: { id: 'other' } }).done).rejects.toThrow('5.0.0 is not in row 1')
  })
})

describe('what a tool does', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('no such thing'), 'no such thing'],
    ['an error without words', new Error(''), 'Error'],
    ['a text', 'just text', 'just text'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a number', 42, '42'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object', { code: 7 }, '{"code":7}'],
    ['an object with a message', { message: 'almost an error' }, 'almost an error'],
    ['an object without a prototype', Object.create(null), '{}'],
    ['an empty text', '', 'an error without words'],
    [
      'a trap',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap')
          },
          has: () => {
            throw new Error('trap')
          },
        },
      ),
      'an error that cannot be described',
    ],
    ['10 MB of words', new Error('x'.repeat(10_000_000)), `${'x'.repeat(4000)}…`],
  ])('throws %s: the model can read it', async (_, thrown, text) => {
    const sync = toolThat(() => {
      throw thrown
    })
    expect(await endingOf(sync)).toEqual(error(text))
    expect(await endingOf(toolThat(() => Promise.reject(thrown)))).toEqual(error(text))
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'done'],
    ['content that is no list', { content: 'done' }],
    ['an unknown block', { content: [{ type: 'html', html: '<b>' }] }],
    ['an image that is no blob', { content: [{ type: 'image', mediaType: 'image/png', blob: 'http://evil' }] }],
    ['an unknown display shape', { content: [words('x')], details: { shape: 'iframe' } }],
    [
      'a change of a path that escapes',
      { content: [words('x')], files: [{ path: '../x', from: null, to: null, size: 0, mediaType: '' }] },
    ],
    ['a wait until no time', { waitUntil: Number.NaN, closeWith: [] }],
    ['a question without words', { ask: {} }],
  ])('returns %s: an error, not a broken state', async (_, value) => {
    expect(await endingOf(toolThat(() => value))).toEqual(error('The tool returned something that is not a result.'))
  })

  it('says itself that it failed', async () => {
    expect(await endingOf(toolThat(() => ({ content: [words('a'), words('b')], isError: true })))).toEqual(
      error('a\nb'),
    )
    expect(await endingOf(toolThat(() => ({ content: [], isError: true })))).toEqual(
      error('The tool failed without saying why.'),
    )
  })

  it('returns details, terminate and file changes, with the entries they build on', async () => {
    const change = { path: 'a', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/plain' }
    const tool = toolThat(() => ({
      content: [words('fine')],
      details: { shape: 'file', path: 'a' },
      files: [change],
      terminate: true,
    }))
    const entry = { path: 'a', blob: null, size: 0, mediaType: '', seq: 1, timestamp: 1 }
    expect(await endingOf(tool)).toEqual({
      ...respond,
      details: { shape: 'file', path: 'a' },
      files: [change],
      known: [entry],
      terminate: true,
    })
  })

  it('changes files when their entries cannot be read: nothing changes, and the model knows', async () => {
    const change = { path: 'a', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/plain' }
    const tool = toolThat(() => ({ content: [words('fine')], files: [change] }))
    const readFileEntries = () => Promise.reject(new Error('quota'))
    expect(await endingOf(tool, { ports: { readFileEntries } })).toEqual(
      error('The tool has run, but its changes of files could not be saved: quota'),
    )
  })

  it('waits for a time or asks a question', async () => {
    expect(await endingOf(toolThat(() => ({ waitUntil: 99, closeWith: [words('due')] })))).toEqual({
      type: 'toolkit-wait',
      ...work,
      for: { type: 'time', until: 99, closeWith: [words('due')] },
    })
    const question = { text: 'Which?', choices: ['a', 'b'] }
    expect(await endingOf(toolThat(() => ({ ask: question })))).toEqual({
      type: 'toolkit-wait',
      ...work,
      for: { type: 'answer', question },
    })
  })

  it('asks a question that would not fit on any screen: it is cut', async () => {
    const ask = { text: 'x'.repeat(1_000_000), choices: ['y'.repeat(1_000_000)] }
    expect(JSON.stringify(await endingOf(toolThat(() => ({ ask })))).length).toBeLessThan(5000)
  })

  it('says halves of characters: they cannot be exported, so they do not enter the journal', async () => {
    const half = 'a\ud800'
    const results = [
      { content: [words(half)], details: { shape: 'text', text: half } },
      { content: [words(half)], isError: true },
    ]
    for (const result of results)
      expect(JSON.stringify(await endingOf(toolThat(() => result)))).not.toContain('\\ud800')
    expect(JSON.stringify(await endingOf(toolThat(() => Promise.reject(half))))).not.toContain('\\ud800')
  })

  it('reports progress while it runs and not after', async () => {
    let late = (_: string): void => {}
    const tool = toolThat((_, { progress }) => {
      late = progress
      progress('half')
      progress('x'.repeat(100_000))
      return { content: [words('fine')] }
    })
    const harness = start(tool)
    await harness.done
    late('too late')
    expect(harness.progress).toEqual(['5.0.0 half', `5.0.0 ${'x'.repeat(2000)}…`])
  })
})

describe('what a tool gets', () => {
  it('parsed arguments with defaults', async () => {
    const tool = toolThat(({ n }) => ({ content: [words(`n is ${n}`)] }))
    expect(await endingOf(tool)).toMatchObject({ content: [words('n is 1')] })
    expect(await endingOf(tool, { call: { args: '{"n":7}' } })).toMatchObject({ content: [words('n is 7')] })
  })

  it.each([
    ['{"n":"7"}', '/n: must be number, not string'],
    ['{"m":1}', '/m: there is no such field'],
    ['not json', 'not valid JSON'],
  ])('arguments that a person edited into %s are refused, and nothing runs', async (args, text) => {
    let ran = false
    const tool = toolThat(() => {
      ran = true
    })
    expect(
      ((await endingOf(tool, { call: { args } })) as Extract<Unstamped, { type: 'toolkit-error' }>).error,
    ).toContain(text)
    expect(ran).toBe(false)
  })

  it('a tool that is gone since the session was made is named', async () => {
    expect(await endingOf(null)).toEqual(error('There is no tool "probe". There are no tools.'))
  })

  it('the workspace of its session', async () => {
    const files = memoryFiles({ 'a.txt': 'hello' })
    const ending = await endingOf(readFile, {
      call: { name: 'read_file', args: '{"path":"a.txt"}' },
      ports: { filesFor: () => files },
    })
    expect(ending).toMatchObject({ type: 'toolkit-respond', content: [words('hello')] })
    const filesFor = (): never => {
      throw new Error('no workspace')
    }
    expect(await endingOf(ok, { ports: { filesFor } })).toEqual(error('no workspace'))
  })
})
