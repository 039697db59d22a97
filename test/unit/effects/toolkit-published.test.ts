import { expect, it, vi } from 'vitest'
import { start, toolThat, words } from './toolkit-harness.ts'

const waits = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
/** Counts what really happens. */
const acting = (repeat: 'once' | 'pure') => {
  const acts = { count: 0 }
  const tool = toolThat(
    () => {
      acts.count += 1
      return { content: [words('done')] }
    },
    { repeat },
  )
  return { acts, tool }
}

it('a call that must not repeat acts only when other devices can know that it was started', async () => {
  const { acts, tool } = acting('once')
  let published = (): void => {}
  const reached = new Promise<void>((resolve) => {
    published = resolve
  })
  const harness = start(tool, { call: { repeat: 'once' }, ports: { published: () => reached } })
  await vi.waitFor(() => expect(harness.inputs.map(({ type }) => type)).toEqual(['toolkit-start']), 15_000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(acts.count).toBe(0)
  published()
  await harness.done
  expect(acts.count).toBe(1)
  expect(harness.endings()).toHaveLength(1)
})

it('cancelled, or lost to another device, while it waits for that, it never acts and says nothing', async () => {
  const { acts, tool } = acting('once')
  const harness = start(tool, { call: { repeat: 'once' }, ports: { published: waits } })
  await new Promise((resolve) => setTimeout(resolve, 20))
  harness.cancel()
  await harness.done
  expect(acts.count).toBe(0)
  expect(harness.endings()).toEqual([])
})

it('a call that may be repeated waits for nobody', async () => {
  const { acts, tool } = acting('pure')
  const harness = start(tool, { ports: { published: waits } })
  await harness.done
  expect(acts.count).toBe(1)
})

/** An act that must not repeat, under way until `end` is called. */
const underWay = () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = false
  const tool = toolThat(
    async (_, { signal }) => {
      begun = true
      await Promise.race([
        ended,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
      return { content: [words('sent')] }
    },
    { repeat: 'once' },
  )
  return { tool, end: () => end(), hasBegun: () => vi.waitFor(() => expect(begun).toBe(true), 15_000) }
}

it('an act whose session another device has by now goes on to its end, of which that device is told; the machine hears nothing', async () => {
  const { tool, end, hasBegun } = underWay()
  const told: unknown[] = []
  const late = () => (ending: unknown) => void told.push(ending)
  const harness = start(tool, { call: { repeat: 'once' }, ports: { late } })
  await hasBegun()
  harness.cancel()
  end()
  await harness.done
  expect(told).toMatchObject([{ type: 'toolkit-respond', content: [{ type: 'text', text: 'sent' }] }])
  expect(harness.endings()).toEqual([])
})

it('an act that its person stops is stopped', async () => {
  const { tool, hasBegun } = underWay()
  const harness = start(tool, { call: { repeat: 'once' }, ports: { late: () => null } })
  await hasBegun()
  harness.cancel()
  await harness.done
  expect(harness.endings()).toEqual([])
})
