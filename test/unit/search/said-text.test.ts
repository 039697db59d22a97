import { expect, it } from 'vitest'
import { saidText } from '../../../src/search/said-text.ts'
import { worked } from '../../support/own-time.ts'

it.each([
  ['a **bold** and *slanted* _word_ of __it__', 'a bold and slanted word of it'],
  ['see [the **page**](https://example.com/a "title") and ![a picture](x.png)', 'see the page and a picture'],
  ['<https://example.com/a> and https://example.com/b', 'https://example.com/a and https://example.com/b'],
  ['`a ** b` and ``x`y``', 'a ** b and x`y'],
  ['2 * 3 * 4, snake_case_name, **/*.ts', '2 * 3 * 4, snake_case_name, **/*.ts'],
  ['## Title\n\n- one\n  * two\n> said', ' Title\n\n one\n two\n said'],
  ['```ts\nlet a = `**b**`\n```\n**c**', 'let a = `**b**`\n\nc'],
  ['~~~\n# open', '# open'],
  ['1 \\* 2 &lt; 3 &amp; 4 &unknown;', '1 * 2 < 3 & 4 &unknown;'],
  ['| a | **b** |\n|---|:-:|\n| c | d |', ' a \n b \n\n c \n d '],
  ['[x][ref]\n\n[ref]: https://example.com', 'x\n\n'],
  ['a<br>b <b>c</b> <script>d</script>', 'ab c <script>d</script>'],
  ['plain', 'plain'],
])('of %j people read %j', (markdown, shown) => {
  expect(saidText(markdown)).toBe(shown)
})

it.each([
  '[',
  '`',
  '*',
  '_',
  '|',
  '<',
  '\\',
  '![a](',
  '```\n',
  '~~~\n',
  '| a ',
  '<details',
  '&',
  '[a][',
  '* ',
  '**a ',
  '`a `` ',
  '_a ',
  '~~a ',
])('a hundred thousand %j take no more time than text does', (sign) => {
  const from = worked()
  saidText(sign.repeat(100_000 / sign.length))
  expect(worked() - from).toBeLessThan(5_000)
})

it('a longer text is taken as it is written: the page counts what it shows of it', () => {
  const long = `**bold** ${'x'.repeat(100_000)}`
  expect(saidText(long)).toBe(long)
})
