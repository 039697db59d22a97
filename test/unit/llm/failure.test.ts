import { describe, expect, it } from 'vitest'
import { streamError } from '../../../src/llm/error-body.ts'
import { failureIn, LlmFailure, plainError, retryAfterOf, statusError } from '../../../src/llm/failure.ts'

describe('classification of errors', () => {
  it.each([
    'prompt is too long: 213462 tokens > 200000 maximum', // Anthropic
    'Your input exceeds the context window of this model', // OpenAI
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)', // Gemini
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens", // xAI
    'Please reduce the length of the messages or completion', // Groq
    "This endpoint's maximum context length is 128000 tokens", // OpenRouter, DeepSeek, vLLM
    'the request exceeds the available context size, try increasing it', // llama.cpp
    'tokens to keep from the initial prompt is greater than the context length', // LM Studio
    'invalid params, context window exceeds limit', // MiniMax
    'Your request exceeded model token limit: 131072', // Kimi
    'prompt token count of 140564 exceeds the limit of 128000', // GitHub Copilot
    '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]', // DashScope
    'Prompt exceeds max length', // Z.ai
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens', // Together
    'This request exceeds the maximum allowed input length of 131072 tokens', // OpenRouter
    'model_context_window_exceeded', // Z.ai, as the reason of an end
    'Prompt contains 40000 tokens, too large for model with 32768 maximum context length', // Mistral
    'context_length_exceeded',
    'prompt too long; exceeded max context length by 10 tokens', // Ollama
  ])('"%s" is a conversation that is too long', (said) => {
    expect(statusError(400, said)).toMatchObject({ kind: 'context-too-long', retryable: false })
  })
  it('an empty account is not worth a retry, although it comes as 429', () => {
    const error = statusError(429, 'You exceeded your current quota', 'insufficient_quota')
    expect(error).toMatchObject({ kind: 'no-credit', retryable: false })
    expect(error.message).toContain('no credit')
  })
  it.each([
    ['2h47m56.5s', 10_076_500],
    ['1m3s', 63_000],
    ['817.2ms', 818],
    ['34.07s', 34_070],
  ])('Google says "exceeded your current quota" of what comes back in %s', (written, retryAfter) => {
    const said = `You exceeded your current quota, please check your plan. Please retry in ${written}.`
    expect(statusError(429, said)).toMatchObject({ kind: 'rate-limit', retryable: true, retryAfter })
  })
  it('a wrong key may come as 400', () => {
    expect(statusError(400, 'API key not valid. Please pass a valid API key.').kind).toBe('bad-key')
    expect(statusError(400, 'Incorrect API key provided: xa***').kind).toBe('bad-key')
  })
  it('errors inside a stream: numeric codes, words, nothing at all', () => {
    expect(streamError({ message: 'Provider returned error', code: 502 })).toMatchObject({
      kind: 'server',
      retryable: true,
    })
    expect(streamError({ message: 'slow', type: 'rate_limit_error' })).toMatchObject({
      kind: 'rate-limit',
      retryable: true,
    })
    expect(streamError({ message: 'maximum context length is 10' }).kind).toBe('context-too-long')
    expect(streamError({ message: 'Insufficient Balance', type: 'unknown_error' })).toMatchObject({ retryable: false })
    expect(streamError('what')).toMatchObject({ kind: 'broken-stream', retryable: true })
    expect(streamError(undefined)).toMatchObject({ kind: 'broken-stream', retryable: true })
  })
  it('Retry-After: seconds, fractions, a date in the past, retry-after-ms first', () => {
    const now = Date.UTC(2026, 0, 1)
    const read = (headers: Record<string, string>) => retryAfterOf(new Headers(headers), now)
    expect(read({ 'retry-after': '1.5' })).toBe(1500)
    expect(read({ 'retry-after': new Date(now - 5000).toUTCString() })).toBe(0)
    expect(read({ 'retry-after': new Date(now + 5000).toUTCString() })).toBe(5000)
    expect(read({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250)
    expect(read({})).toBeUndefined()
  })
  it('messages are one line and bounded', () => {
    const { message } = statusError(500, `a\n\n  b ${'x'.repeat(5000)}`)
    expect(message).not.toContain('\n')
    expect(message.length).toBeLessThan(400)
  })
  it('finds a failure behind wrappers, and none in a circle', () => {
    const inner = new LlmFailure(plainError('timeout'))
    expect(failureIn(new Error('outer', { cause: new TypeError('mid', { cause: inner }) }))?.kind).toBe('timeout')
    const circle = new Error('a')
    circle.cause = circle
    expect(failureIn(circle)).toBeNull()
  })
})
