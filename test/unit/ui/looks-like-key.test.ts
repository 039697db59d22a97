import { describe, expect, it } from 'vitest'
import { KEY_WARNING, looksLikeKey } from '../../../src/ui/base/kit/looks-like-key.ts'
import { messageProblem } from '../../../src/ui/conversation/composer/message-problem.ts'

const TAIL = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z'

describe('a key pasted where words belong', () => {
  it.each([
    'sk-',
    'sk-ant-api03-',
    'sk-proj-',
    'sk-or-v1-',
    'AIzaSy',
    'gsk_',
    'xai-',
    'csk-',
    'pplx-',
    'ghp_',
    'hf_',
    'tvly-',
    'xoxb-',
  ])('one that begins with %s is noticed, alone and in a sentence', (prefix) => {
    expect(looksLikeKey(prefix + TAIL)).toBe(true)
    expect(looksLikeKey(`Use "${prefix}${TAIL}" for it.`)).toBe(true)
  })
  it('words, code, hashes, ids and addresses are no keys', () => {
    for (const text of [
      'Please write a haiku about sk-learn',
      'risk-free-investments-for-2026-and-beyond',
      '.sk-navigation-drawer-container-inner { }',
      'const keyboard_shortcuts_for_navigation = 1',
      'd21f0ea49e35a58d1f06b1f91005912345678901',
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      'https://example.com/a/very/long/path-with-some-1234-numbers',
      'key-value-store-comparison-of-databases',
    ])
      expect(looksLikeKey(text), text).toBe(false)
  })
  it('is held up once: sent again it goes', () => {
    const text = `My key is sk-${TAIL}`
    expect(messageProblem(text, '')).toBe(KEY_WARNING)
    expect(messageProblem(text, KEY_WARNING)).toBeNull()
    expect(messageProblem('Hello', '')).toBeNull()
  })
})
