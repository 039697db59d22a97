import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToolCall } from '../../../src/agent/message.ts'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import type { Tool, ToolContext } from '../../../src/tools/tool.ts'
import { said } from '../../support/said.ts'
import { machineWith } from '../effects/machine-with.ts'
import { makeDocument, REPORT, runCode, runPython, runShell } from './memory-files.ts'
import { EXAMPLES, workspace } from './tool-examples.ts'
import { cannedWeb, startWebServer } from './web-server.ts'

/**
 * The contract of every tool there is, those of the test build too, as the machine sees it: refused in words before it
 * starts, shown while it runs, stopped at once, and after a crash in the middle carried out again just as far as its
 * repeat kind allows.
 */
const outside = await startWebServer((_, response) => void response.end('receipt'))
const act = { server: outside.origin, session: 's', step: 'one' }
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  ...EXAMPLES,
  run_javascript: {
    ...EXAMPLES['run_javascript'],
    code: `console.log('working')\n${EXAMPLES['run_javascript']?.['code']}`,
  },
  test_look: act,
  test_put: act,
  test_pay: act,
  test_put_long: act,
  test_pay_long: act,
  test_pay_asked: act,
  test_put_in_order: act,
  test_wait: { ms: 60_000 },
  test_ask: { text: 'Which one?' },
}
/** Those that say how far they are. */
const SHOWS_PROGRESS = (name: string): boolean =>
  ['run_javascript', 'search_web', 'fetch_page'].includes(name) || Object.hasOwn(ARGUMENTS[name] ?? {}, 'server')

const machines: { stop: () => void }[] = []
afterEach(() => {
  for (const machine of machines.splice(0)) machine.stop()
  outside.asked.splice(0)
})

type Options = Parameters<typeof machineWith>[2]
async function running(tool: Tool, options: Options = {}) {
  const files = options.files ?? workspace()
  const calls = [{ name: tool.name, args: ARGUMENTS[tool.name] ?? {} }]
  const ports = {
    runCode,
    runPython,
    runShell,
    makeDocument,
    delegate: async () => ({ type: 'ended' as const, report: REPORT }),
    web: cannedWeb,
    notify: () => {},
    memory: { add: async () => 'added' as const, remove: async () => 1 },
    recurring: { add: async () => ({ next: [1, 2] }) },
  }
  const run = await machineWith([tool], options.from ? [] : calls, { ...ports, files, repeat: tool.repeat, ...options })
  machines.push(run.machine)
  const call = (): ToolCall | undefined => run.callsNow()[0]
  const ended = async (): Promise<ToolCall> => {
    await vi.waitFor(() => expect(['closed', 'waiting', 'asking', 'unknown']).toContain(call()?.status), 10_000)
    return call() as ToolCall
  }
  return { ...run, files, call, ended }
}
/** What is left of a call: stamps and times differ from run to run. */
const outcomeOf = ({ status, result, question, closeWith }: ToolCall): unknown => ({
  status,
  question,
  closeWith,
  result: result && { ...result, timestamp: 0 },
})
const contents = async (files: Awaited<ReturnType<typeof running>>['files']): Promise<unknown> =>
  (await files.list()).map(({ path, blob }) => [path, blob])
/** The tool as it is when its worker dies in the middle of it. */
const dying = (tool: Tool, begun: (context: ToolContext) => void = () => {}): Tool => ({
  ...tool,
  run: (_, context) => {
    begun(context)
    return new Promise(() => {})
  },
})

describe.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has arguments here, and says before it starts which field does not fit', async () => {
    expect(Object.keys(ARGUMENTS)).toContain(name)
    const prepared = async (args: unknown): Promise<string | undefined> =>
      (await prepareCalls([{ providerId: 'c', name, args: JSON.stringify(args) }], { tools: [tool] }))[0]?.problem
    expect(await prepared(ARGUMENTS[name])).toBeUndefined()
    expect(await prepared({ ...ARGUMENTS[name], surprise: 1 })).toMatch(/\/surprise/)
    const [field] = Object.keys(ARGUMENTS[name] ?? {})
    if (field !== undefined)
      expect(await prepared({ ...ARGUMENTS[name], [field]: { not: 'this' } })).toContain(`/${field}`)
  })

  it('ends, and shows meanwhile how far it is, if it is one that does', async () => {
    const shown: string[] = []
    const { ended } = await running(tool, { progress: (_, text) => void shown.push(text) })
    const { status, result } = await ended()
    expect(['closed', 'waiting', 'asking']).toContain(status)
    if (status === 'closed') expect(result?.kind).toBe('ok')
    expect(shown.length > 0).toBe(SHOWS_PROGRESS(name))
    for (const text of shown) expect(text.trim()).not.toBe('')
  })

  it('Stop in the middle: it hears of it, ends as stopped, and nothing of what it does later counts', async () => {
    let begun: ToolContext | undefined
    const late = dying(tool, (context) => {
      begun = context
    })
    const { send, call, files, running: effects } = await running(late)
    const before = await contents(files)
    await vi.waitFor(() => expect(begun).toBeDefined(), 15_000)
    await send(said({ type: 'user-abort' }))
    expect(begun?.signal.aborted).toBe(true)
    expect(call()?.result?.kind).toBe('aborted')
    // a tool that hears nothing goes on
    const args = tool.parameters.parse(ARGUMENTS[name])
    if (begun) await tool.run(args, begun).catch(() => undefined)
    expect(call()?.result?.kind).toBe('aborted')
    expect(effects()).toEqual([])
    expect(await contents(files)).toEqual(before)
  })

  it('a crash in the middle: carried out again, with the same key and the same outcome, or, if once, left to the person', async () => {
    const whole = await running(tool)
    const expected = outcomeOf(await whole.ended())
    const acts = outside.asked.splice(0)
    let key = ''
    const first = await running(
      dying(tool, ({ idempotencyKey }) => {
        key = idempotencyKey
      }),
    )
    await vi.waitFor(() => expect(first.call()?.started).toBe(true), 15_000)
    await vi.waitFor(() => expect(key).not.toBe(''), 15_000)
    const from = first.state()
    first.machine.stop()

    const keys: string[] = []
    const watched: Tool = {
      ...tool,
      run: (args, context) => {
        keys.push(context.idempotencyKey)
        return tool.run(args, context)
      },
    }
    const again = await running(watched, { from, files: first.files })
    const call = await again.ended()
    if (tool.repeat === 'once') {
      expect([call.status, keys, outside.asked]).toEqual(['unknown', [], []])
      return
    }
    if (name !== 'wait' && name !== 'test_wait') expect(outcomeOf(call)).toEqual(expected)
    else expect(call.status).toBe('waiting')
    expect(keys).toEqual([key])
    expect(outside.asked.map(({ body }) => JSON.parse(body))).toEqual(acts.map(({ body }) => JSON.parse(body)))
    expect(await contents(again.files)).toEqual(await contents(whole.files))
  })
})
