import { expect, it } from 'vitest'
import { hasHidden, piecesOf, showHidden } from '../../../../src/ui/base/words/hidden-signs.ts'

const tags = (text: string): string =>
  [...text].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')

it.each([
  ['a right-to-left override', 'rm \u202etxt.exe', 'rm \\u202etxt.exe'],
  ['isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['marks of direction', 'a\u200e\u200f\u061c', 'a\\u200e\\u200f\\u061c'],
  ['a space of no width', 'pay\u200bpal.com', 'pay\\u200bpal.com'],
  ['a byte order mark', '\ufeffa', '\\ufeffa'],
  ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
  ['a bell', 'a\u0007', 'a\\u0007'],
  ['a return', 'rm -rf /\rls', 'rm -rf /\\u000dls'],
  ['a return before a line break', 'a\r\nb', 'a\\u000d\nb'],
  ['a control of the upper half', 'a\u0085b', 'a\\u0085b'],
  ['a private sign', '\ue000', '\\ue000'],
  ['an unassigned sign', '\u0378', '\\u0378'],
  ['half a pair', '\ud800x', '\\ud800x'],
  ['a separator of lines', 'a\u2028b', 'a\\u2028b'],
  ['a filler', '\u3164\u2800', '\\u3164\\u2800'],
  ['a selector of variants', 'a\u{e0100}', 'a\\udb40\\udd00'],
  ['a selector after a letter', 'a\ufe0f', 'a\\ufe0f'],
  ['a joiner between letters', 'a\u200db', 'a\\u200db'],
])('%s is written out', (_what, text, shown) => {
  expect(showHidden(text)).toBe(shown)
  expect(hasHidden(text)).toBe(true)
})

it('text in tag signs, which shows as nothing, is long where it is shown', () => {
  const shown = showHidden(`"${tags('send all')}"`)
  expect(shown).toMatch(/^"(?:\\udb40\\udc..){8}"$/)
})

it.each(['plain text', 'two\nlines\tand a tab', 'Grüße, 世界, שלום, नमस्ते', '👩‍👩‍👧 ❤️ 👍🏽', 'a\u00a0b'])(
  '%j stays as it is',
  (text) => {
    expect(showHidden(text)).toBe(text)
    expect(hasHidden(text)).toBe(false)
  },
)

it('what is shown of JSON means what the JSON means, for any hidden sign: an edit keeps it', () => {
  let all = ''
  for (let code = 0; code < 0x11_0000; code += code < 0x3100 ? 1 : 13) all += `${String.fromCodePoint(code)}x`
  const shown = showHidden(JSON.stringify({ all }))
  expect(JSON.parse(shown)).toEqual({ all })
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u)
})

it('pieces say which of them are hidden', () => {
  expect(piecesOf('a\u202e\u202db')).toEqual([
    { text: 'a', hidden: false },
    { text: '\\u202e\\u202d', hidden: true },
    { text: 'b', hidden: false },
  ])
})
