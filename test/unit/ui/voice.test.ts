import { describe, expect, it, vi } from 'vitest'
import { dictate, joinDictated, type Recognition } from '../../../src/ui/conversation/voice/dictation.ts'
import { languageOf } from '../../../src/ui/conversation/voice/spoken-words.ts'

class Heard implements Recognition {
  static last: Heard
  static refuses = false
  lang = ''
  continuous = false
  interimResults = false
  onresult: Recognition['onresult'] = null
  onerror: Recognition['onerror'] = null
  onend: Recognition['onend'] = null
  aborted = 0
  constructor() {
    Heard.last = this
  }
  start(): void {
    if (Heard.refuses) throw new Error('already started')
  }
  stop(): void {
    this.onend?.()
  }
  abort(): void {
    this.aborted++
  }
}
const result = (isFinal: boolean, transcript: string) => ({ isFinal, 0: { transcript } })
function begin() {
  const words: string[] = []
  const halves: string[] = []
  const onEnd = vi.fn()
  const dictation = dictate(Heard, 'en-GB', { onWords: (w) => words.push(w), onHalf: (w) => halves.push(w), onEnd })
  return { words, halves, onEnd, dictation, heard: Heard.last }
}

describe('dictation', () => {
  it('gives words once they stand, and shows what is being understood', () => {
    const { words, halves, heard, dictation, onEnd } = begin()
    expect([heard.lang, heard.continuous, heard.interimResults]).toEqual(['en-GB', true, true])
    heard.onresult?.({ resultIndex: 0, results: [result(false, 'buy mi')] })
    heard.onresult?.({ resultIndex: 0, results: [result(true, ' Buy milk. '), result(false, 'and')] })
    heard.onresult?.({ resultIndex: 1, results: [result(true, ' Buy milk. '), result(true, ' ')] })
    dictation.stop()
    expect(words).toEqual(['Buy milk.'])
    expect(halves).toEqual(['buy mi', 'and', ''])
    expect(onEnd.mock.calls).toEqual([[null]])
  })

  it('says what went wrong, once; silence after words is no trouble', () => {
    const refused = begin()
    refused.heard.onerror?.({ error: 'not-allowed' })
    refused.heard.onend?.()
    expect(refused.onEnd.mock.calls[0]?.[0]).toMatch(/microphone is blocked/)
    const silent = begin()
    silent.heard.onresult?.({ resultIndex: 0, results: [result(true, 'Hello')] })
    silent.heard.onerror?.({ error: 'no-speech' })
    silent.heard.onend?.()
    expect(silent.onEnd.mock.calls).toEqual([[null]])
    const other = begin()
    other.heard.onerror?.({ error: '<b>' })
    other.heard.onend?.()
    expect(other.onEnd.mock.calls).toEqual([['Dictation stopped unexpectedly.']])
  })

  it('ends at once when it is given up, and where the browser refuses to begin; nothing is heard after that', () => {
    const { heard, dictation, onEnd } = begin()
    dictation.abort()
    dictation.abort()
    expect([heard.aborted, heard.onresult, onEnd.mock.calls.length]).toEqual([1, null, 1])
    Heard.refuses = true
    expect(begin().onEnd.mock.calls).toEqual([['Dictation stopped unexpectedly.']])
    Heard.refuses = false
  })

  it.each([
    ['', 'Hello', 'Hello'],
    ['Buy', 'milk', 'Buy milk'],
    ['Buy\n', 'milk', 'Buy\nmilk'],
    ['你好', '世界', '你好世界'],
    ['你好', 'world', '你好 world'],
  ])('%j and %j', (text, words, both) => expect(joinDictated(text, words)).toBe(both))
})

it.each([
  ['Three days in Lisbon', 'en-GB', 'en-GB'],
  ['Drei Tage in Lissabon', 'de', 'de'],
  ['在里斯本的三天，用 code', 'en-US', 'zh-CN'],
  ['里斯本三天', 'zh-TW', 'zh-TW'],
  ['リスボンの三日間', 'en', 'ja'],
  ['مرحبا بالعالم', 'en', 'ar'],
  ['Three days in Lisbon', 'zh-CN', 'en'],
])('%s for who speaks %s is read in %s', (text, own, language) => expect(languageOf(text, own)).toBe(language))
