import { describe, expect, it } from 'vitest'
import { fold, foldWithPlaces } from '../../../src/search/fold.ts'
import { eachWord, termsOf } from '../../../src/search/words.ts'

const wordsOf = (text: string): string[] => {
  const words: string[] = []
  eachWord(fold(text), (word) => words.push(word))
  return words
}

describe('folding', () => {
  it.each([
    ['Café', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ﬁne', 'fine'],
    ['が', 'が'],
    ['한국어', '한국어'],
    ['Привет', 'привет'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
  ])('%s is looked for as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(foldWithPlaces(text).text).toBe(folded)
  })

  it('leads each place back to the sign that it came from', () => {
    const text = 'a😀ß·É\u0301x'
    const { text: folded, starts } = foldWithPlaces(text)
    expect(folded).toBe('a😀ss·ex')
    expect([...starts]).toEqual([0, 1, 1, 3, 3, 4, 5, 7, 8])
  })
})

describe('words', () => {
  it('cuts at everything that is no letter and no digit', () => {
    expect(wordsOf('write_file("a-b.txt", 42)')).toEqual(['write', 'file', 'a', 'b', 'txt', '42'])
  })

  it('cuts Chinese and Japanese into pairs, and knows the last sign by itself', () => {
    expect(wordsOf('全文搜索')).toEqual(['全文', '文搜', '搜索', '索'])
    expect(wordsOf('カタカナー')).toEqual(['カタ', 'タカ', 'カナ', 'ナー', 'ー'])
    expect(wordsOf('用React写')).toEqual(['用', 'react', '写'])
  })

  it('leaves Korean in words', () => {
    expect(wordsOf('한국어 검색')).toEqual(['한국어', '검색'])
  })

  it('asks for the pairs alone, and for a sign that stands by itself', () => {
    expect(termsOf('搜索引')).toEqual(['搜索', '索引'])
    expect(termsOf('搜')).toEqual(['搜'])
    expect(termsOf('Write_FILE write')).toEqual(['write', 'file'])
    expect(termsOf(' … ')).toEqual([])
  })

  it('is bounded for any question', () => {
    expect(termsOf('word'.repeat(5000))).toHaveLength(1)
    expect(termsOf(Array.from({ length: 400 }, (_, n) => `w${n}`).join(' ')).length).toBeLessThanOrEqual(12)
  })
})
