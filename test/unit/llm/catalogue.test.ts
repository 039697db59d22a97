import { describe, expect, it } from 'vitest'
import data from '../../../src/llm/catalogue.json'
import { CATALOGUE_DATE, describeModel, knownModelsAt } from '../../../src/llm/catalogue.ts'
import { costOf, UNKNOWN } from '../../../src/llm/model-facts.ts'
import { PRESETS } from '../../../src/settings/presets.ts'

const ANTHROPIC = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' } as const
const GATEWAY = { kind: 'openai-compatible', baseUrl: 'https://gateway.example/v1' } as const
const OPENAI = { kind: 'openai', baseUrl: 'https://api.openai.com/v1' } as const
const GROQ = { kind: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1' } as const
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

describe('catalogue', () => {
  it.each(PRESETS.flatMap((preset) => (preset.starter === undefined ? [] : [{ ...preset, starter: preset.starter }])))(
    'the model that is chosen by itself at $name is known there',
    ({ baseUrl, starter }) => {
      expect(knownModelsAt(baseUrl)).toContain(starter)
    },
  )
  it('knows a model by its id, with a date, with `latest`, behind a vendor, with dashes for dots', () => {
    const facts = describeModel(ANTHROPIC, 'claude-sonnet-4-5')
    expect(facts).toMatchObject({ contextWindow: 200_000, thinking: true, price: { input: 3, output: 15 } })
    expect(describeModel(ANTHROPIC, 'claude-sonnet-4-5-20250929')).toEqual(facts)
    expect(describeModel(GATEWAY, 'anthropic/claude-sonnet-4-5')).toEqual({ ...facts, price: null })
    expect(describeModel(GATEWAY, 'anthropic/claude-sonnet-4.5-latest')).toEqual({ ...facts, price: null })
    expect(describeModel(ANTHROPIC, 'claude-sonnet-4')).toMatchObject({ price: { input: 3 } })
    expect(describeModel(OPENAI, 'gpt-4o-2024-05-13')).toMatchObject({ price: { input: 5 } })
  })
  it('the dated and the undated name of one Claude agree on its abilities and sizes', () => {
    const undated = (id: string): string =>
      id.slice(id.lastIndexOf('/') + 1).replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2})$/, '')
    const facts = new Map<string, Set<string>>()
    for (const [host, rows] of Object.entries(data.hosts))
      for (const [id, , ...said] of rows as [string, string, number, number, string][]) {
        if (!id.includes('claude')) continue
        const name = `${host} ${undated(id).replaceAll('.', '-')}`
        facts.set(name, (facts.get(name) ?? new Set()).add(said.slice(0, 3).join(' ')))
      }
    expect(facts.size).toBeGreaterThan(10)
    expect([...facts].filter(([, said]) => said.size > 1)).toEqual([])
    for (const id of ['claude-sonnet-4-20250514', 'claude-opus-4-20250514', 'claude-opus-4-1-20250805'])
      expect(describeModel(ANTHROPIC, id).thinking, id).toBe(true)
  })
  it('does not give a relative’s price: what is not known is null', () => {
    const ids = ['gpt-5.9', 'gpt-4o-audio-preview', 'claude-sonnet-9', 'qwen3:8b', '', 'o3-deep-research', '__proto__']
    for (const id of ids) expect(describeModel(GATEWAY, id), id).toEqual(UNKNOWN)
    expect(describeModel({ kind: 'openai-compatible', baseUrl: 'no url' }, 'x')).toEqual(UNKNOWN)
    expect(describeModel({ kind: 'openai-compatible', baseUrl: 'https://constructor/v1' }, 'x')).toEqual(UNKNOWN)
  })
  it('a price is the host’s own: GPT-4o on 127.0.0.1 does not cost what OpenAI takes for it, nor at a gateway', () => {
    const row = describeModel(GROQ, 'openai/gpt-oss-120b')
    expect(row).toMatchObject({ contextWindow: 131_072, price: { input: 0.15, output: 0.6 } })
    expect(describeModel(GROQ, 'openai/gpt-5')).toMatchObject({ contextWindow: 400_000, price: null })
    for (const baseUrl of ['http://127.0.0.1:8080/v1', 'http://localhost:11434/v1', GATEWAY.baseUrl])
      expect(describeModel({ kind: 'openai-compatible', baseUrl }, 'gpt-4o')).toMatchObject({
        contextWindow: 128_000,
        price: null,
      })
  })
  it('the demo is free', () => {
    const { price } = describeModel({ kind: 'demo', baseUrl: '' }, 'demo')
    expect(costOf({ ...NOTHING, input: 9e6, output: 9e6 }, price)).toBe(0)
  })
  it('knows models of every preset with an address of its own, and when they were looked at', () => {
    expect(CATALOGUE_DATE).toMatch(/^20\d\d-\d\d-\d\d$/)
    // an address to be filled in, where models have the names that their owner gave them
    const own = (baseUrl: string): boolean => !baseUrl.startsWith('http://localhost') && !baseUrl.includes('//your-')
    const hosted = PRESETS.filter(({ baseUrl }) => own(baseUrl))
    expect(hosted.length).toBeGreaterThan(15)
    for (const { name, baseUrl } of hosted) expect(knownModelsAt(baseUrl).length, name).toBeGreaterThan(2)
    expect(knownModelsAt('http://localhost:11434/v1')).toEqual([])
  })
  it('every id occurs once at a host, with sensible numbers', () => {
    for (const [host, rows] of Object.entries(data.hosts)) {
      expect(new Set(rows.map(([id]) => id)).size, host).toBe(rows.length)
      for (const [id, name, contextWindow, maxOutput, abilities, price] of rows as unknown[][]) {
        const place = `${host} ${String(id)}`
        expect(typeof name, place).toBe('string')
        expect(contextWindow, place).toBeGreaterThanOrEqual(1000)
        if (maxOutput !== null) expect(maxOutput, place).toBeLessThanOrEqual(contextWindow as number)
        expect(abilities, place).toMatch(/^h?i?a?t?$/)
        expect(price === null || [4, 9].includes((price as unknown[]).length), place).toBe(true)
        for (const dollars of (price as (number | null)[] | null) ?? [])
          expect(dollars ?? 0, place).toBeGreaterThanOrEqual(0)
        if (price !== null) expect((price as number[])[0], place).toBeLessThan(1000)
      }
    }
  })
  it('cost: cache reads and writes have prices of their own, or count as input', () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 200_000, reasoning: 50_000 }
    expect(costOf(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(
      0.6 + 0.18 + 0.75 + 1.5,
    )
    expect(costOf(usage, { input: 3, output: 15, cacheRead: null, cacheWrite: null })).toBeCloseTo(3 + 1.5)
    expect(costOf(usage, null)).toBeNull()
    const free = { input: 0, output: 0, cacheRead: null, cacheWrite: null }
    // without a known fee the searches are not in it, and the page says so
    expect(costOf({ ...usage, searches: 3 }, free, 10)).toBeCloseTo(0.03)
    expect(costOf({ ...usage, searches: 3 }, free)).toBe(0)
    expect(costOf({ ...usage, searches: 3 }, null, 10)).toBeNull()
  })
  it('a long question costs what long questions cost', () => {
    const place = { kind: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' } as const
    const { price } = describeModel(place, 'gemini-2.5-pro')
    expect(costOf({ ...NOTHING, input: 200_000 }, price)).toBeCloseTo(0.25)
    expect(costOf({ ...NOTHING, input: 200_001, output: 100_000 }, price)).toBeCloseTo(0.5 + 1.5)
  })
})
