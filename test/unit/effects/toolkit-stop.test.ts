import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolFailpoint } from '../../../src/effects/toolkit-ports.ts'
import { endingOf, start, toolThat, words } from './toolkit-harness.ts'

const work = { toolCallId: '5.0.0', attempt: 0 }
const never = (): Promise<never> => new Promise(() => {})
const change = { path: 'a', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/plain' }
/** Goes through every await there is: a large result, a hook, changes of files. */
const busy = toolThat(() => ({ content: [words('line\n'.repeat(5000))], files: [change] }))

describe('a cancelled tool call', () => {
  const FAILPOINTS: ToolFailpoint[] = [
    'before-tool-start',
    'after-tool-start',
    'before-tool-run',
    'after-tool-run',
    'before-tool-respond',
  ]

  it.each(FAILPOINTS)('at %s says nothing more and ends', async (point) => {
    let ran = false
    const tool = toolThat(() => {
      ran = true
      return { content: [words('fine')] }
    })
    const failpoint = async (name: ToolFailpoint): Promise<void> => {
      await null
      if (name === point) harness.cancel()
    }
    const harness = start(tool, { ports: { failpoint } })
    await harness.done
    expect(harness.endings()).toEqual([])
    expect(ran).toBe(point === 'after-tool-run' || point === 'before-tool-respond')
  })

  it.each(['run', 'putBlob', 'hook', 'readFileEntries'])('ends at once although %s never does', async (port) => {
    const tool = port === 'run' ? toolThat(never) : busy
    let waiting = (): void => {}
    const reached = new Promise<void>((resolve) => {
      waiting = resolve
    })
    const hang = (): Promise<never> => {
      waiting()
      return never()
    }
    const ports = {
      ...(port === 'putBlob' ? { putBlob: hang } : {}),
      ...(port === 'readFileEntries' ? { readFileEntries: hang } : {}),
      ...(port === 'hook' ? { hooks: { afterToolCall: hang } } : {}),
    }
    const harness = start(port === 'run' ? toolThat(hang) : tool, { ports })
    await reached
    harness.cancel()
    await harness.done
    expect(harness.endings()).toEqual([])
  })

  it('aborts the signal that the tool listens to, and what the tool does then is of no account', async () => {
    const seen: unknown[] = []
    const tool = toolThat(
      (_, { signal, progress }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            seen.push((signal.reason as Error).name)
            progress('too late')
            reject(signal.reason)
          })
        }),
    )
    const harness = start(tool)
    await vi.waitFor(() => expect(harness.passed).toContain('before-tool-run'), 15_000)
    harness.cancel()
    await harness.done
    expect(seen).toEqual(['AbortError'])
    expect(harness.endings()).toEqual([])
    expect(harness.progress).toEqual([])
  })
})

describe('the time limit of a tool', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const slow = (timeLimit: number) => toolThat(never, { timeLimit })

  it('ends a tool that never ends with an error, and aborts it', async () => {
    let aborted: unknown
    const tool = toolThat(
      (_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = (signal.reason as Error).name
        })
        return never()
      },
      { timeLimit: 3000 },
    )
    const harness = start(tool)
    await vi.advanceTimersByTimeAsync(2999)
    expect(harness.endings()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await harness.done
    const words = 'The tool took longer than 3 seconds and was stopped.'
    expect(harness.endings()).toEqual([{ type: 'toolkit-error', ...work, error: words, retryAt: null }])
    expect(aborted).toBe('TimeoutError')
  })

  it('leaves the outcome of a once call unknown, whatever the tool says when it is aborted', async () => {
    const tool = toolThat(
      (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ content: [] }))),
    )
    const ending = endingOf(tool, { call: { repeat: 'once' } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await ending).toEqual({ type: 'toolkit-interrupt', ...work })
  })

  it('covers the storing of the result: a storage that hangs does not leave the call open for ever', async () => {
    const ending = endingOf(busy, { ports: { putBlob: never } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await ending).toMatchObject({ type: 'toolkit-error' })
  })

  it.each([
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
    [Number.NaN, 300_000],
    [0, 300_000],
    [-5, 300_000],
  ])('of %s ms is one that a timer can hold', async (limit, real) => {
    const harness = start(slow(limit))
    await vi.advanceTimersByTimeAsync(real - 1)
    expect(harness.endings()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(harness.endings()).toHaveLength(1)
  })

  it('leaves no timer behind when the tool has ended or was cancelled', async () => {
    await endingOf(toolThat(() => ({ content: [words('fine')] })))
    const harness = start(slow(1000))
    await vi.advanceTimersByTimeAsync(10)
    harness.cancel()
    await harness.done
    expect(vi.getTimerCount()).toBe(0)
  })
})
