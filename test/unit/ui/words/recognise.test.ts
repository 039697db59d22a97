import { describe, expect, it } from 'vitest'
import { makeRecognise } from '../../../../src/ui/base/words/recognise.ts'

const recognise = makeRecognise({
  'The key is wrong.': '密钥不正确。',
  '{host} answered {status}.': '{host} 返回了 {status}。',
  '{n} (of {all})': '{n}／{all}',
  '{n} files': '{n} 个文件',
  '{n} minutes': '{n} 分钟',
  'Ask again in {time}.': '请在 {time}后再试。',
  'The test failed: {reason}': '测试失败：{reason}',
  'The test failed: {reason} (HTTP {status})': '测试失败（HTTP {status}）：{reason}',
})

describe('sentences of the worker', () => {
  it.each([
    ['known as they are', 'The key is wrong.', '密钥不正确。'],
    ['known by the words around their holes', 'a.example answered 429.', 'a.example 返回了 429。'],
    ['with what was in the holes, whatever it is', '$& answered {host}.', '$& 返回了 {host}。'],
    ['with a sentence in a hole', 'The test failed: The key is wrong.', '测试失败：密钥不正确。'],
    ['with a number of something in a hole', 'Ask again in 5 minutes.', '请在 5 分钟后再试。'],
    ['by the form that says most of it', 'The test failed: no (HTTP 401)', '测试失败（HTTP 401）：no'],
    ['several in a row', 'The key is wrong. Ask again in 5 minutes.', '密钥不正确。请在 5 分钟后再试。'],
    [
      'several in a row, with brackets',
      'The test failed: no (HTTP 401) The key is wrong.',
      '测试失败（HTTP 401）：no 密钥不正确。',
    ],
    ['over lines', 'two\nlines answered 1.', 'two\nlines 返回了 1。'],
  ])('%s', (_, sentence, words) => expect(recognise(sentence)).toBe(words))

  it.each([
    ['another sentence', 'The key is wrong. Really.'],
    ['one that only begins so', 'a.example answered 429. Then it broke.\u0000'],
    ['a hole that would hold a page', `${'x'.repeat(500)} answered 1.`],
    ['a text that is longer than any sentence', `a.example answered ${'1'.repeat(300)}${' 1'.repeat(1000)}.`],
    ['holes with no words around them', '3 (of 4)'],
    ['what only ends as a number of something', 'Somebody deleted 3 files'],
    ['nothing', ''],
  ])('leaves %s', (_, sentence) => expect(recognise(sentence)).toBeUndefined())
})
