import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubbedLlm } from '../../../src/effects/scrub-parts.ts'
import { isTellable, makeSecretFinder } from '../../../src/effects/secret-finder.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import { worked } from '../../support/own-time.ts'
import { checkParts, requestOf } from '../llm/contract.ts'

const KEY = 'sk-ant-api03-Zx9/Q"w7+LmN0pQrStUvWxYz'

async function through(parts: LlmPart[], secrets = [KEY]): Promise<LlmPart[]> {
  const llm = scrubbedLlm(async function* () {
    yield* parts
  }, secrets)
  const given: LlmPart[] = []
  for await (const part of llm(requestOf())) given.push(part)
  checkParts(given)
  return given
}
const DONE: LlmPart = {
  type: 'done',
  stopReason: 'stop',
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
}
const pieces = (text: string, cuts: number[]): string[] => {
  const places = [
    0,
    ...[...new Set(cuts)].filter((at) => at > 0 && at < text.length).sort((a, b) => a - b),
    text.length,
  ]
  return places.slice(1).map((to, n) => text.slice(places[n], to))
}
const block = (kind: 'text' | 'thinking', texts: string[]): LlmPart[] => [
  { type: 'start' },
  { type: `${kind}-start`, index: 0 },
  ...texts.filter(Boolean).map((text): LlmPart => ({ type: `${kind}-delta`, index: 0, text })),
  { type: `${kind}-end`, index: 0 },
  DONE,
]
const callOf = (args: string, texts: string[]): LlmPart[] => [
  { type: 'start' },
  { type: 'tool-call-start', index: 0, id: 'c1', name: 'write_file' },
  ...texts.filter(Boolean).map((text): LlmPart => ({ type: 'tool-call-delta', index: 0, text })),
  { type: 'tool-call-end', index: 0, id: 'c1', name: 'write_file', arguments: args },
  DONE,
]
const textOf = (parts: LlmPart[]): string => parts.map((part) => ('text' in part ? part.text : '')).join('')
/** Each character escaped or not, as a provider may write JSON. */
const escapedKey = (mask: boolean[]): string =>
  [...KEY]
    .map((sign, n) =>
      mask[n % mask.length] || sign === '"' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign,
    )
    .join('')

describe('a key that the provider echoes', () => {
  it('is gone from text and thinking, whole and character by character', async () => {
    for (const kind of ['text', 'thinking'] as const)
      for (const texts of [[`Your key is ${KEY}.`], [...`Your key is ${KEY}.`]])
        expect(textOf(await through(block(kind, texts)))).toBe('Your key is [secret].')
  })
  it('is gone in whatever pieces it comes, and nothing else is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 30 }),
        fc.string({ maxLength: 30 }),
        fc.array(fc.nat(120), { maxLength: 20 }),
        async (start, after, cuts) => {
          // a backslash there would belong to the key, as its escape
          const before = start.replaceAll('\\', '/')
          const given = textOf(await through(block('text', pieces(before + KEY + after, cuts))))
          expect(given).toBe(`${before}[secret]${after}`)
        },
      ),
      { seed: 11, numRuns: 200 },
    )
  })
  it('is gone from arguments, escaped as JSON may escape it, and they are still JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(300), { maxLength: 20 }),
        async (mask, cuts) => {
          const args = `{"path":"a.txt","${escapedKey([true])}":"x ${escapedKey(mask)} y"}`
          expect(JSON.parse(args)).toHaveProperty([KEY])
          const given = await through(callOf(args, pieces(args, cuts)))
          const end = given.find((part) => part.type === 'tool-call-end')
          expect(JSON.parse(end?.arguments ?? '')).toEqual({ path: 'a.txt', '[secret]': 'x [secret] y' })
          expect(textOf(given)).toBe(end?.arguments)
        },
      ),
      { seed: 12, numRuns: 100 },
    )
  })
  it('is gone in base64 and URL form, and as JSON in JSON', async () => {
    for (const form of [
      btoa(`user:${KEY}`),
      btoa(KEY),
      encodeURIComponent(KEY),
      JSON.stringify(JSON.stringify({ a: KEY })),
    ]) {
      const given = textOf(await through(block('text', [...`= ${form} =`])))
      expect(given).toContain('[secret]')
      expect(given).not.toContain(KEY.slice(4, 20))
      expect(given).not.toContain(btoa(KEY).slice(4, 20))
    }
  })
  it('is gone from pages, and their marks stand behind the words they stood behind', async () => {
    const said = `Behind ${KEY} here, and there.`
    const places = ['Behind', `Behind ${KEY} here`, said].map((words) => ({ at: words.length, source: 0 }))
    for (const size of [1, 7, 1000]) {
      const texts = Array.from({ length: Math.ceil(said.length / size) }, (_, n) =>
        said.slice(n * size, n * size + size),
      )
      const parts = block('text', texts)
      const found = [{ url: `https://example.org/?k=${encodeURIComponent(KEY)}` }, ...places]
      const given = await through([...parts.slice(0, -1), { type: 'sources', found }, DONE])
      const clean = textOf(given)
      const kept = given.flatMap((part) => (part.type === 'sources' ? part.found : []))
      expect(kept.flatMap((each) => ('at' in each ? [clean.slice(0, each.at)] : []))).toEqual([
        'Behind',
        'Behind [secret] here',
        'Behind [secret] here, and there.',
      ])
      expect(JSON.stringify(kept)).not.toContain('Zx9')
    }
  })
  it('is gone from ids, names, opaque data and errors', async () => {
    const given = await through([
      { type: 'start', responseId: `r-${KEY}`, model: KEY },
      { type: 'thinking-start', index: 0 },
      { type: 'thinking-end', index: 0, meta: { anthropic: { signature: `s${KEY}`, list: [{ [KEY]: KEY }] } } },
      { type: 'tool-call-start', index: 1, id: KEY, name: KEY },
      { type: 'tool-call-delta', index: 1, text: '{}' },
      { type: 'tool-call-end', index: 1, id: KEY, name: KEY, arguments: '{}', meta: { a: { b: KEY } } },
      { type: 'error', error: { kind: 'server', message: `bad ${KEY}`, retryable: true } },
    ])
    expect(JSON.stringify(given)).not.toContain('api03')
    expect(given).toHaveLength(7)
  })
  it('that breaks off near its end is not told up to there; a short beginning of one is just text', async () => {
    expect(textOf(await through(block('text', [`It is ${KEY.slice(0, -1)}`])))).toBe('It is [secret]')
    expect(textOf(await through(block('text', ['It starts with sk', '-ant'])))).toBe('It starts with sk-ant')
    const cut: LlmPart[] = [
      { type: 'start' },
      { type: 'text-start', index: 0 },
      ...[...KEY.slice(0, -1)].map((text): LlmPart => ({ type: 'text-delta', index: 0, text })),
      { type: 'error', error: { kind: 'broken-stream', message: 'cut', retryable: true } },
    ]
    expect(textOf(await through(cut))).toBe('[secret]')
  })
})

describe('what is no key', () => {
  it('stays to the letter, and an empty or ordinary word as key takes nothing out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'sk-ant\\u0/"é '), maxLength: 80 }),
        fc.array(fc.nat(80)),
        async (text, cuts) => {
          expect(textOf(await through(block('text', pieces(text, cuts))))).toBe(text)
        },
      ),
      { seed: 13, numRuns: 200 },
    )
    for (const word of ['', 'ollama', 'lm-studio', 'no-key-required'])
      expect(textOf(await through(block('text', [`Use ${word} here`]), [word]))).toBe(`Use ${word} here`)
  })
  it('words are told from keys', () => {
    for (const word of ['ollama', 'not-needed', 'sk-no-key-required', 'x']) expect(isTellable(word)).toBe(false)
    for (const key of ['AIzaSyA1234', 'gsk_abc123DEF', '0123456789abcdef', KEY]) expect(isTellable(key)).toBe(true)
  })
  it('long texts of beginnings cost no more than other text', () => {
    const finder = makeSecretFinder([KEY])
    const before = worked()
    expect(finder?.clean('\\'.repeat(200_000))).toHaveLength(200_000)
    expect(finder?.clean('sk-ant-'.repeat(50_000))).toHaveLength(350_000)
    expect(worked() - before).toBeLessThan(3000)
  })
})
