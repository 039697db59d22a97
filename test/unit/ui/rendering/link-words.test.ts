import { expect, it } from 'vitest'
import { linkWords } from '../../../../src/ui/rendering/link-words.ts'

const words = (text: string, href: string) => linkWords(text, new URL(href))

const hex = (text: string): string => Buffer.from(text).toString('hex')

it.each([
  ['https://microsoft.com/login', 'https://t.co/abc', 't.co'],
  ['t.co.evil.example', 'https://t.co/abc', 't.co'],
  ['see t.co', 'https://t.co/abc', 't.co'],
  ['https://microsoft.com@evil.example/', 'https://microsoft.com@evil.example/', 'evil.example'],
  ['https://t.co/other', 'https://t.co/abc', 't.co'],
  ['t.co\u202e', 'https://t.co/', 't.co'],
  ['t\u200b.co', 'https://t.co/', 't.co'],
  ['http://t.co/abc', 'https://t.co/abc', 't.co'],
  ['аpple.com', 'https://аpple.com/', 'xn--pple-43d.com'],
  ['support@microsoft.com', 'mailto:me@evil.example', 'me@evil.example'],
  ['', 'https://t.co/', 't.co'],
  ['t.co:8080', 'https://t.co/', 't.co'],
])('%j that leads to %s says %s', (text, href, place) => {
  expect(words(text, href).place).toBe(place)
})

it.each([
  ['https://t.co/abc', 'https://t.co/abc'],
  ['t.co', 'https://t.co/abc'],
  ['T.CO', 'https://t.co/'],
  ['t.co/abc', 'https://t.co/abc'],
  ['me@example.org', 'mailto:me@example.org'],
])('%j that leads to %s is its own address', (text, href) => {
  expect(words(text, href)).toEqual({ place: null, carriesData: false })
})

it.each([
  `https://a.example/?d=${'x '.repeat(80)}`,
  `https://a.example/${Buffer.from('all that stood in the secret file').toString('hex')}`,
  `https://a.example/p/${Buffer.from('All that stood in the secret file, 42').toString('base64')}`,
  `https://a.example/#${'5345'.repeat(10)}`,
  `https://${'7365637265'.repeat(5)}.a.example/`,
  'https://secret:word@a.example/',
  'mailto:a@b.example?body=all%20of%20it',
  // 12 bytes, in many ways
  `https://a.example/${hex('PIN is 48213')}`,
  `https://a.example/${hex('PIN is 48213').toUpperCase()}`,
  `https://a.example/${hex('PIN is 48213').replace(/(.{4})/g, '$1/')}`,
  `https://a.example/?${hex('PIN is 48213').replace(/(.{8})/g, 'k=$1&')}`,
  `https://a.example/${hex('PIN is 48213').replace(/(..)/g, '-$1')}`,
  `https://a.example/#${Buffer.from('PIN is 48213').toString('base64url')}`,
  'https://a.example/kbeu4idjomqdiobsgezq4dqm',
  'https://a.example/?n=080073078032105115032052056050049051',
  'https://a.example/%50%49%4E%20%69%73%20%34%38%32%31%33%31',
  `https://${hex('PIN is 48213')}.a.example/`,
  `https://${hex('PIN is 48213').replace(/(.{8})/g, '$1.')}a.example/`,
])('%s carries data', (href) => {
  expect(words('x', href).carriesData).toBe(true)
})

it.each([
  'https://example.org/a/page?q=two+words&lang=en#part-3',
  'https://en.wikipedia.org/wiki/Universal_Declaration_of_Human_Rights_of_1948',
  'https://a.example/a-rather-long-title-of-an-article-about-how-to-write-the-titles-of-articles-2026',
  'https://doi.org/10.1038/s41586-021-03819-2',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://arxiv.org/abs/2403.12345v2',
  'https://news.ycombinator.com/item?id=41234567',
  'https://github.com/solidjs/solid/blob/1.9.0/packages/solid/src/reactive/signal.ts#L120-L140',
  'https://zh.wikipedia.org/wiki/%E4%BA%BA%E5%B7%A5%E6%99%BA%E8%83%BD',
  'https://www.bbc.co.uk/news/articles/2026/11/27/economy-facade-decade-2026',
  'https://example.org/iPhone15ProMax',
])('%s does not', (href) => {
  expect(words('x', href).carriesData).toBe(false)
})
