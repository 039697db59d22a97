import { describe, expect, it } from 'vitest'
import { costOf, describeModel } from '../../../src/llm/catalogue.ts'
import { CATALOGUE } from '../../../src/llm/catalogue-data.ts'

describe('catalogue', () => {
  it('knows a model by its id, with a date, with `latest`, behind a vendor', () => {
    const facts = describeModel('anthropic', 'claude-sonnet-4-5')
    expect(facts).toMatchObject({ contextWindow: 200_000, thinking: true, price: { input: 3, output: 15 } })
    expect(describeModel('anthropic', 'claude-sonnet-4-5-20250929')).toEqual(facts)
    expect(describeModel('openai-compatible', 'anthropic/claude-sonnet-4-5')).toEqual(facts)
    expect(describeModel('openai-compatible', 'gpt-4o-2024-08-06')).toEqual(
      describeModel('openai-compatible', 'gpt-4o'),
    )
  })
  it('does not give a relative’s price: what is not known is null', () => {
    const unknown = { contextWindow: null, maxOutput: null, thinking: null, images: null, price: null }
    for (const id of [
      'gpt-5-pro',
      'gpt-5.9',
      'gpt-4o-audio-preview',
      'claude-sonnet-9',
      'qwen3:8b',
      '',
      'o3-deep-research',
    ])
      expect(describeModel('openai-compatible', id)).toEqual(unknown)
  })
  it('the demo is free', () => {
    expect(
      costOf(
        { input: 9e6, output: 9e6, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
        describeModel('demo', 'demo').price,
      ),
    ).toBe(0)
  })
  it('every id occurs once, with sensible numbers', () => {
    const ids = CATALOGUE.flatMap((row) => row.ids)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { contextWindow, maxOutput, price } of CATALOGUE) {
      expect(maxOutput).toBeLessThanOrEqual(contextWindow)
      if (price !== null) expect(price[1]).toBeGreaterThan(price[0])
    }
  })
  it('cost: cache reads and writes have prices of their own, or count as input', () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 200_000, reasoning: 50_000 }
    expect(costOf(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(
      0.6 + 0.18 + 0.75 + 1.5,
    )
    expect(costOf(usage, { input: 3, output: 15, cacheRead: null, cacheWrite: null })).toBeCloseTo(3 + 1.5)
    expect(costOf(usage, null)).toBeNull()
  })
})
