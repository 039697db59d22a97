import { describe, expect, it, vi } from 'vitest'
import type { Input } from '../../../src/agent/input.ts'
import type { ToolCall } from '../../../src/agent/message.ts'
import type { State } from '../../../src/agent/state.ts'
import type { Batch } from '../../../src/moorex/definition.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import type { Repeat } from '../../../src/tools/tool.ts'
import { said } from '../../support/said.ts'
import { memoryFiles } from '../tools/memory-files.ts'
import { machineWith } from './machine-with.ts'
import { toolThat, words } from './toolkit-harness.ts'

const done = (calls: ToolCall[]): boolean => calls.length > 0 && calls.every(({ status }) => status !== 'ready')
const probeCall = [{ name: 'probe', args: {} }]

describe('the toolkit under the real machine', () => {
  it.each<[string, Repeat, () => unknown, Partial<ToolCall>]>([
    ['a result', 'pure', () => ({ content: [words('fine')] }), { status: 'closed' }],
    ['an exception', 'pure', () => Promise.reject('broken'), { status: 'closed' }],
    ['nonsense', 'pure', () => 7, { status: 'closed' }],
    ['the time limit', 'pure', () => new Promise(() => {}), { status: 'closed' }],
    ['the time limit of a once call', 'once', () => new Promise(() => {}), { status: 'unknown' }],
    ['a wait', 'pure', () => ({ waitUntil: 99_999, closeWith: [words('due')] }), { status: 'waiting', attempt: 1 }],
    ['a question', 'pure', () => ({ ask: { text: 'Which?', choices: [] } }), { status: 'asking', attempt: 1 }],
  ])('%s removes the key of its effect, and its effect does not come back', async (_, repeat, run, expected) => {
    const { callsNow, running, machine } = await machineWith([toolThat(run, { timeLimit: 30 })], probeCall, { repeat })
    await vi.waitFor(() => expect(done(callsNow())).toBe(true), 15_000)
    expect(callsNow()[0]).toMatchObject(expected)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(running()).toEqual([])
    machine.stop()
  })

  /** A commit gate that holds every batch with an input of this type until it is released. */
  const gate = (type: Input['type']) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reached = false
    const commit = async ({ signals }: Batch<State, Input>): Promise<void> => {
      if (!signals.some((signal) => signal.type === type)) return
      reached = true
      await held
    }
    return { commit, release: () => release(), reached: () => reached }
  }
  const counting = () => {
    const tool = toolThat(() => {
      counter.ran++
      return { content: [words('fine')] }
    })
    const counter = { tool, ran: 0 }
    return counter
  }

  it('runs no tool while the commit of its start is under way', async () => {
    const { commit, release, reached } = gate('toolkit-start')
    const counter = counting()
    const { machine, callsNow } = await machineWith([counter.tool], probeCall, { commit })
    await vi.waitFor(() => expect(reached()).toBe(true), 15_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(counter.ran).toBe(0)
    release()
    await vi.waitFor(() => expect(done(callsNow())).toBe(true), 15_000)
    expect(counter.ran).toBe(1)
    machine.stop()
  })

  it('runs no tool when Stop came while the call was still being committed', async () => {
    const { commit, release, reached } = gate('brain-send-message-complete')
    const counter = counting()
    const { machine, send, callsNow } = await machineWith([counter.tool], probeCall, { commit })
    await vi.waitFor(() => expect(reached()).toBe(true), 15_000)
    const stopped = send(said({ type: 'user-abort' }))
    release()
    await stopped
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(callsNow()[0]?.result?.kind).toBe('aborted')
    expect(counter.ran).toBe(0)
    machine.stop()
  })

  it('after a crash in the middle: pure runs again under the same key, once does not and is unknown', async () => {
    for (const repeat of ['pure', 'once'] as const) {
      const hanging = await machineWith([toolThat(() => new Promise(() => {}))], probeCall, { repeat })
      await vi.waitFor(() => expect(hanging.callsNow()[0]?.started).toBe(true), 15_000)
      const from = hanging.state()
      const keys = hanging.running()
      expect(keys).toHaveLength(1)
      hanging.machine.stop()
      let ran = 0
      const tool = toolThat(() => {
        ran++
        return { content: [words('fine')] }
      })
      const restored = await machineWith([tool], [], { from })
      expect(restored.running()).toEqual(keys)
      await vi.waitFor(() => expect(done(restored.callsNow())).toBe(true), 15_000)
      expect([restored.callsNow()[0]?.status, ran]).toEqual(repeat === 'pure' ? ['closed', 1] : ['unknown', 0])
      restored.machine.stop()
    }
  })

  it('calls that write see what the ones before them wrote, in one answer', async () => {
    const calls = [
      { name: 'write_file', args: { path: 'a.txt', content: 'one two' } },
      { name: 'edit_file', args: { path: 'a.txt', old_text: 'two', new_text: '2' } },
      { name: 'edit_file', args: { path: 'a.txt', old_text: 'two', new_text: '3' } },
      { name: 'read_file', args: { path: 'a.txt' } },
      { name: 'delete_file', args: { path: 'a.txt' } },
    ]
    const { callsNow, state, machine, files } = await machineWith(ALL_TOOLS, calls)
    await vi.waitFor(() => expect(done(callsNow())).toBe(true), 15_000)
    expect(callsNow().map(({ result }) => result?.kind)).toEqual(['ok', 'ok', 'error', 'ok', 'ok'])
    expect(callsNow()[3]?.result?.content).toEqual([words('one 2')])
    expect(state().files).toMatchObject([{ path: 'a.txt', blob: null }])
    expect(await files.list()).toEqual([])
    machine.stop()
  })

  it('a change whose file was changed meanwhile is not applied, and the model reads why', async () => {
    const files = memoryFiles({ 'a.txt': 'one' })
    const meddling = toolThat(async () => {
      const from = (await files.info('a.txt'))?.blob ?? null
      files.set('a.txt', 'changed by the person')
      return { content: [words('fine')], files: [{ path: 'a.txt', from, to: from, size: 3, mediaType: 'text/plain' }] }
    })
    const { callsNow, machine } = await machineWith([meddling], probeCall, { files })
    await vi.waitFor(() => expect(done(callsNow())).toBe(true), 15_000)
    expect(callsNow()[0]?.result).toMatchObject({
      kind: 'error',
      content: [words(expect.stringContaining('a.txt') as never)],
    })
    expect(files.textOf('a.txt')).toBe('changed by the person')
    machine.stop()
  })
})
