import { expect, it } from 'vitest'
import type { WireExchange } from '../../../../src/settings/wire-exchange.ts'
import { withoutSecrets } from '../../../../src/worker/ports/wire-secrets.ts'

const KEY = 'sk-ant-api03-abcdefghijklmnop'
const clean = (text: string): string => text.replaceAll(KEY, '[secret]')
const exchange = (
  answer: WireExchange['answer'],
  request: WireExchange['request'] = { text: '{}', left: 0 },
): WireExchange => ({
  ...{
    at: 1,
    ms: 2,
    method: 'POST',
    url: 'https://api.example/v1',
    headers: [],
    status: 200,
    answerHeaders: [],
    problem: null,
  },
  ...{ request, answer },
})
const events = (pieces: string[], field = 'text'): string =>
  pieces.map((piece) => `data: ${JSON.stringify({ type: 'delta', delta: { [field]: piece } })}\n\n`).join('')

it.each(['text', 'thinking', 'partial_json'])(
  'a key that a model repeats in pieces of its %s is not recorded',
  (field) => {
    const spoken = events(['Your key is ', KEY.slice(0, 9), KEY.slice(9), ', I think.'], field)
    const kept = withoutSecrets(exchange({ text: spoken, left: 0 }), clean)
    expect(kept.answer).toEqual({ text: '[left out: it says a secret in pieces]', left: 0 })
  },
)

it('an answer without one is recorded as it came, and one in a single piece loses the secret alone', () => {
  const spoken = events(['Nothing ', 'to "hide".\n'])
  expect(withoutSecrets(exchange({ text: spoken, left: 0 }), clean).answer.text).toBe(spoken)
  const told = events(['It is ', KEY])
  expect(withoutSecrets(exchange({ text: told, left: 0 }), clean).answer.text).toBe(events(['It is ', '[secret]']))
})

it('half a key at the place where a long text was cut is not recorded', () => {
  const cut = `${'a'.repeat(1000)}${KEY.slice(0, 20)}\n[…]\n${KEY.slice(20)}${'b'.repeat(1000)}`
  const kept = withoutSecrets(exchange({ text: '', left: 0 }, { text: cut, left: 5 }), clean).request.text
  expect(kept).toMatch(/^a{620}\n\[…\]\nb{609}$/)
})
