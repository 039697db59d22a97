import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../../src/effects/answer-buffer.ts'
import type { LlmPart } from '../../../../src/llm/port.ts'
import { makeAsking } from '../../../../src/worker/streams/asking.ts'

const usage = { input: 100, output: 1, cacheRead: 60, cacheWrite: 0, reasoning: 0 }

function begin(way: 'asked' | 're-attached' = 'asked') {
  let now = 1000
  const buffer = makeAnswerBuffer()
  const asking = makeAsking({ way, buffer }, () => now)
  const hear = (ms: number, part: LlmPart): void => {
    now += ms
    buffer.push(part)
    asking.heard(part)
  }
  return { asking, hear }
}

describe('what an asking takes', () => {
  it('its first word is no sign of life, and it is timed from the question on', () => {
    const { asking, hear } = begin()
    asking.asking(50, () => null)
    hear(400, { type: 'start' })
    expect(asking.firstAfter()).toBeNull()
    hear(300, { type: 'thinking-start', index: 0 })
    hear(900, { type: 'thinking-delta', index: 0, text: 'hm' })
    expect(asking.firstAfter()).toBe(700)
  })
  it('an answer that is taken up again comes at once: its time says nothing', () => {
    const { asking, hear } = begin('re-attached')
    asking.asking(50, () => null)
    hear(1, { type: 'text-start', index: 0 })
    expect(asking.firstAfter()).toBeNull()
  })
  it('nothing was taken before anything was heard; then the question is estimated, and what was received', () => {
    const { asking, hear } = begin()
    asking.asking(50, ({ input, output }) => input + output)
    expect(asking.spent()).toBeNull()
    hear(1, { type: 'text-start', index: 0 })
    hear(1, { type: 'text-delta', index: 0, text: 'x'.repeat(400) })
    const spent = asking.spent()
    expect(spent?.usage.input).toBe(50)
    expect(spent?.usage.output).toBeGreaterThan(50)
    expect(spent?.cost).toBe(50 + (spent?.usage.output ?? 0))
  })
  it('what the provider has counted by then counts before an estimate', () => {
    const { asking, hear } = begin()
    const { counted } = asking.asking(50, () => null)
    hear(1, { type: 'start' })
    counted(usage)
    hear(1, { type: 'text-start', index: 0 })
    hear(1, { type: 'text-delta', index: 0, text: 'x'.repeat(400) })
    expect(asking.spent()?.usage).toMatchObject({ input: 100, cacheRead: 60 })
    expect(asking.spent()?.usage.output).toBeGreaterThan(50)
    counted({ ...usage, output: 5000 })
    expect(asking.spent()?.usage.output).toBe(5000)
  })
})
