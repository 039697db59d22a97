import { expect, it } from 'vitest'
import { linkWords } from '../../../../src/ui/rendering/link-words.ts'

const words = (text: string, href: string) => linkWords(text, new URL(href))

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
])('%s carries data', (href) => {
  expect(words('x', href).carriesData).toBe(true)
})

it.each([
  'https://example.org/a/page?q=two+words&lang=en#part-3',
  'https://en.wikipedia.org/wiki/Universal_Declaration_of_Human_Rights_of_1948',
  'https://a.example/a-rather-long-title-of-an-article-about-how-to-write-the-titles-of-articles-2026',
  'https://doi.org/10.1038/s41586-021-03819-2',
])('%s does not', (href) => {
  expect(words('x', href).carriesData).toBe(false)
})
