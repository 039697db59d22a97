import { expect, it } from 'vitest'
import { windowNamedIn } from '../../../src/effects/context/named-window.ts'

it.each([
  ["This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.", 8192],
  ['prompt is too long: 213462 tokens > 200000 maximum', 200_000],
  ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
  ['This model\u2019s maximum prompt length is 131072 but the request contains 140000 tokens.', 131_072],
  ['maximum context length is 128,000 tokens', 128_000],
  ['Your input exceeds the context window of this model.', null],
  ['too long', null],
])('%s', (words, size) => {
  expect(windowNamedIn(words)).toBe(size)
})
