import { describe, expect, it } from 'vitest'
import { ProviderKind } from '../../../src/settings/provider.ts'
import { addableKinds } from '../../../src/settings/provider-kind.ts'
import { answersGoOn, answersMayGoOn, factsOf, keyHeader, kindFor } from '../../../src/settings/provider-kinds.ts'

describe('the table of provider kinds', () => {
  it('stored kinds parse, in the names of old', () => {
    for (const kind of ['openai-compatible', 'openai', 'anthropic', 'demo']) expect(ProviderKind.parse(kind)).toBe(kind)
    expect(ProviderKind.safeParse('nobody').success).toBe(false)
  })
  it('the demo is no kind that a person adds, and gets no key', () => {
    expect(addableKinds).not.toContain('demo')
    expect(keyHeader('demo', 'k')).toBeNull()
  })
  it('every kind that can be added has a name, an address and a header for its key', () => {
    for (const kind of addableKinds) {
      expect(factsOf(kind).label).not.toBe('')
      expect(new URL(factsOf(kind).baseUrl).href).toContain(factsOf(kind).baseUrl)
      expect(keyHeader(kind, 'the-key')?.value).toContain('the-key')
    }
  })
  it('api.openai.com entered as OpenAI-compatible is the OpenAI kind; a stranger stays what it was called', () => {
    expect(kindFor('openai-compatible', 'https://api.openai.com/v1')).toBe('openai')
    expect(kindFor('openai-compatible', 'https://api.anthropic.com/v1')).toBe('anthropic')
    expect(kindFor('openai-compatible', 'https://example.com/v1')).toBe('openai-compatible')
    expect(kindFor('openai', 'https://api.anthropic.com/v1')).toBe('openai')
  })
  it('answers go on at OpenAI, at Azure and on this computer, and nowhere else', () => {
    const goesOn = (baseUrl: string) => answersGoOn({ kind: 'openai', baseUrl })
    expect(goesOn('https://api.openai.com/v1')).toBe(true)
    expect(goesOn('https://mine.openai.azure.com/openai/v1')).toBe(true)
    expect(goesOn('http://127.0.0.1:1234/v1')).toBe(true)
    expect(goesOn('https://api.example.com/v1')).toBe(false)
    expect(goesOn('https://api.openai.com.example.com/v1')).toBe(false)
    expect(goesOn('no address')).toBe(false)
    expect(answersGoOn({ kind: 'azure', baseUrl: 'https://mine.openai.azure.com/openai/v1' })).toBe(true)
    expect(answersGoOn({ kind: 'anthropic', baseUrl: 'https://api.openai.com/v1' })).toBe(false)
    const stored = { kind: 'openai', baseUrl: 'https://api.openai.com/v1' } as const
    expect(answersGoOn({ ...stored, advanced: { unstored: true } })).toBe(false)
    expect(answersGoOn({ ...stored, advanced: {} })).toBe(true)
  })
  it('at Google they go on where the person asks for it, and at no other host', () => {
    const google = { kind: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' } as const
    expect(answersGoOn(google)).toBe(false)
    expect(answersGoOn({ ...google, advanced: { stored: false } })).toBe(false)
    expect(answersGoOn({ ...google, advanced: { stored: true } })).toBe(true)
    expect(answersGoOn({ ...google, baseUrl: 'https://models.example/v1beta', advanced: { stored: true } })).toBe(false)
    expect(answersMayGoOn(google)).toBe(true)
  })
})
