import { describe, expect, it } from 'vitest'
import { saidIn, saidInBody } from '../../../src/llm/error-body.ts'
import { askBytes, sse } from './ask-bytes.ts'
import { errorOf, last } from './contract.ts'

/** Why a question was refused, in the words of whoever refused it. */

describe('the words of a refusal', () => {
  it.each<[string, unknown, string]>([
    ['OpenAI', { error: { message: 'No.', type: 'x', code: null } }, 'No.'],
    ['plain', { error: 'No.' }, 'No.'],
    ['FastAPI, one', { detail: 'No.' }, 'No.'],
    [
      'FastAPI, a list',
      { detail: [{ loc: ['body', 'messages', 0], msg: 'field required', type: 'missing' }] },
      'body.messages.0: field required',
    ],
    ['a list of errors', { errors: [{ message: 'No.' }, { message: 'Never.' }] }, 'No.; Never.'],
    ['a list of words', { errors: ['No.'] }, 'No.'],
    ['AWS', { Message: 'No.' }, 'No.'],
    ['msg', { code: 400, msg: 'No.' }, 'No.'],
    ['description', { error: { code: 4, description: 'No.' } }, 'No.'],
    ['OAuth', { error: 'invalid_request', error_description: 'No.' }, 'invalid_request'],
    ['Mistral', { object: 'error', message: { detail: [{ loc: ['body', 'tools'], msg: 'No.' }] } }, 'body.tools: No.'],
    ['MiniMax', { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 'insufficient balance'],
    ['flat', { error_type: 'x', error_message: 'No.' }, 'No.'],
    ['a list round it', [{ error: { message: 'No.' } }], 'No.'],
    ['JSON in JSON', { error: { message: '{"error":{"message":"No."}}' } }, 'No.'],
    [
      'a gateway',
      { error: { message: 'Provider returned error', code: 400, metadata: { raw: '{"error":{"message":"No."}}' } } },
      'Provider returned error; No.',
    ],
    ['nothing known', { oops: { why: 7 } }, '{"oops":{"why":7}}'],
  ])('%s', (_, body, words) => expect(saidIn(body).message).toBe(words))
  it('of a web page, without its signs, and of anything no more than a little', () => {
    expect(saidInBody('<html><style>x{}</style><h1>502 Bad Gateway</h1><p>nginx</p>', 'text/html').message).toBe(
      '502 Bad Gateway nginx',
    )
    expect(saidInBody(`x${'y'.repeat(1e6)}`, 'text/plain').message.length).toBeLessThan(2000)
    let deep: unknown = 'No.'
    for (let n = 0; n < 10_000; n++) deep = { error: deep }
    expect(saidIn(deep).message.length).toBeLessThan(1000)
  })
})

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const chat = { kind: 'openai-compatible', baseUrl: 'http://localhost:9000/v1', model: 'm' } as const
const ask = async (bytes: string) => (await askBytes({ ...chat, bytes })).parts

describe('an error in a stream that had begun well', () => {
  it.each<[string, string]>([
    [sse({ error: 'maximum context length is 8192 tokens' }), 'context-too-long'],
    [`event: error\ndata: {"message":"Rate limit reached","code":"rate_limit_exceeded"}\n\n`, 'rate-limit'],
    [`event: error\ndata: too many tokens\n\n`, 'context-too-long'],
    [sse({ error_type: 'too_many_requests', error_message: 'Slow.' }), 'rate-limit'],
    [sse({ object: 'error', message: 'The prompt is too long', code: 40303 }), 'context-too-long'],
    [sse({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }), 'no-credit'],
    [sse({ error: { type: 'server_error', code: 'too_many_requests', message: 'x' } }), 'rate-limit'],
    [sse({ error: { code: 500, type: 'rate_limit_exceeded', message: 'x' } }), 'rate-limit'],
    [sse({ code: 'InvalidParameter', message: 'Range of input length should be [1, 100]' }), 'context-too-long'],
    [sse({ success: false, msg: 'Broken.' }), 'broken-stream'],
    ['data: Internal Server Error\n\n', 'broken-stream'],
  ])('%s is %s, with what came before it', async (bytes, kind) => {
    const parts = await ask(sse(chunk({ content: 'So far' })) + bytes)
    expect(errorOf(parts).kind).toBe(kind)
    expect(parts).toContainEqual({ type: 'text-delta', index: 0, text: 'So far' })
  })
  it.each([
    { error: {} },
    { error: false },
    { error: '' },
    { error: null },
    { error: { message: '', code: null } },
    { base_resp: { status_code: 0, status_msg: 'success' } },
    { errors: [] },
  ])('%j is none', async (none) => {
    const parts = await ask(sse({ ...chunk({ content: 'Hi' }), ...none }, { ...chunk({}, 'stop'), ...none }, '[DONE]'))
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('after the end it changes nothing', async () => {
    const whole = sse(chunk({ content: 'Hi' }), chunk({}, 'stop'), { error: { message: 'too late' } })
    expect(last(await ask(whole)).type).toBe('done')
  })
})

describe('a run that failed is heard out', () => {
  const at = { kind: 'openai', baseUrl: 'https://gateway.example/v1', model: 'gpt-5.1' } as const
  const failed = { type: 'response.failed', sequence_number: 1, response: { id: 'r', status: 'failed', error: null } }
  const why = { type: 'error', sequence_number: 2, code: 'rate_limit_exceeded', message: 'Rate limit reached.' }
  it('without words it waits for those that follow', async () => {
    const { parts } = await askBytes({ ...at, bytes: sse(failed, why) })
    expect(errorOf(parts)).toMatchObject({
      kind: 'rate-limit',
      retryable: true,
      message: expect.stringContaining('Rate limit reached.'),
    })
  })
  it('without any it has failed there, and is not taken up again', async () => {
    for (const bytes of [sse(failed), sse({ ...failed, response: { id: 'r', error: {} } })])
      expect(errorOf((await askBytes({ ...at, bytes })).parts)).toMatchObject({ kind: 'server', retryable: true })
  })
  it('too_many_requests is a rate limit', async () => {
    const limited = { ...failed, response: { id: 'r', error: { code: 'too_many_requests', message: 'Too many.' } } }
    expect(errorOf((await askBytes({ ...at, bytes: sse(limited) })).parts).kind).toBe('rate-limit')
  })
})
