import { expect, it } from 'vitest'
import { parseRoute } from '../../../../src/ui/base/state/route.ts'
import { linked, sharedWords } from '../../../../src/ui/page/home/shared-words.ts'

it('what another app shares stands in the box once, however often it says it; a sign-in is not shared', () => {
  const of = (parts: Record<string, string>): string | null => sharedWords(`?${new URLSearchParams(parts)}`)
  expect(sharedWords('')).toBe(null)
  expect(of({ title: ' ', text: '' })).toBe(null)
  expect(of({ title: 'A page', text: 'https://x.example/a', url: 'https://x.example/a' })).toBe(
    'A page\n\nhttps://x.example/a',
  )
  expect(of({ title: 'A page', text: 'A page https://x.example/a' })).toBe('A page https://x.example/a')
  expect(of({ text: 'a'.repeat(30_000) })).toHaveLength(20_000)
  expect(of({ text: 'x', state: 'y' })).toBe(null)
})

it('what is shared holds nothing that turns words round, and no signs that only a model reads', () => {
  const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')
  expect(
    sharedWords(`?${new URLSearchParams({ text: `look \u202eevil\u202c \u{1f468}\u200d\u{1f469}${hidden}` })}`),
  ).toBe('look evil \u{1f468}\u200d\u{1f469}')
  expect(
    sharedWords(`?${new URLSearchParams({ title: '\u{e0101}\u2060', text: 'a\u{e0100}b\ufe03c \u2764\ufe0f' })}`),
  ).toBe('abc \u2764\ufe0f')
  expect(sharedWords(`?${new URLSearchParams({ text: '\u202e\u{e0041}' })}`)).toBe(null)
})

it('a link of its own fills in and acts on nothing, and of any other nothing is taken', () => {
  const at = (link: string) => linked(`?${new URLSearchParams({ link })}`)
  const place = (link: string) => parseRoute(at(link).hash ?? '#none')
  expect(linked('?text=x')).toEqual({ search: '?text=x', hash: null })
  for (const link of [
    'web+reflexor:ask?text=Plan%20a%20trip',
    'web+reflexor://ask?text=Plan+a+trip',
    'WEB+REFLEXOR:ask/?text=Plan%20a%20trip',
  ])
    expect([sharedWords(at(link).search), at(link).hash]).toEqual(['Plan a trip', null])
  expect(place('web+reflexor:connect?kind=anthropic&baseUrl=https://x.example/v1&key=stolen&apiKey=stolen')).toEqual({
    type: 'connect',
    link: { kind: 'anthropic', baseUrl: 'https://x.example/v1', model: '' },
  })
  expect(place('web+reflexor:session/conv_1')).toEqual({ type: 'session', id: 'conv_1' })
  expect(place('web+reflexor:session/../safe').type).toBe('unknown')
  for (const link of [
    '',
    'javascript:alert(1)',
    'https://x.example/?text=x',
    'web+reflexor:',
    'web+reflexor:delete?all=1',
  ])
    expect([at(link).search, place(link)]).toEqual(['', { type: 'home' }])
})
