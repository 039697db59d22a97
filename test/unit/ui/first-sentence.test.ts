import { expect, it } from 'vitest'
import { firstSentence } from '../../../src/ui/page/shell/first-sentence.ts'

it.each([
  ['Done. More follows.', 'Done.'],
  ['### Result\n\nIt works. So do others.', 'It works.'],
  ['# Result\n\n## Only headings', 'Result'],
  ['Some *text* is 2 * 3. More', 'Some text is 2 * 3.'],
  ['## Prices\n\n| a | b |\n|---|---|\n\nAll in euros.', 'All in euros.'],
  ['#tag is no heading', 'tag is no heading'],
  ['- see [the page](https://x.example/a.b) now! Then rest', 'see the page now!'],
  ['```js\nconst a = 1\n```\nIt is `v1.5.2` and works. Yes', 'It is v1.5.2 and works.'],
  ['第一句。第二句。', '第一句。'],
  ['```js\ncode alone', ''],
  ['', ''],
  ['no end\u202e here', 'no end here'],
])('%j is read aloud as %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

it('a text made to be slow is looked at as quickly as any other', () => {
  const begun = performance.now()
  for (const part of ['.a', '[', '`', '!?', '> ']) firstSentence(part.repeat(500_000))
  expect(performance.now() - begun).toBeLessThan(200)
  expect(firstSentence('word '.repeat(9999)).length).toBeLessThanOrEqual(200)
})
