import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmError } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { collect, errorOf, requestOf } from './contract.ts'

/** A server that answers 200 to everything: its word is shown, and only what may pass by itself is asked for again. */

async function ask(kind: ProviderKind, body: string, type: string): Promise<LlmError> {
  const fetch: typeof globalThis.fetch = async () =>
    new Response(body, { headers: type === '' ? {} : { 'content-type': type } })
  const { create } = await loadAdapter(kind)
  return errorOf(await collect(create({ baseUrl: 'https://gateway.example/v1', fetch }), requestOf()))
}

describe.each<ProviderKind>(['openai-compatible', 'openrouter', 'openai', 'anthropic', 'google'])('%s', (kind) => {
  it.each([
    ['{"code":200,"msg":"success","data":null}', 'application/json', 'success'],
    ['{"code":0,"message":"ok"}', 'application/json', 'ok'],
    ['{"status":"healthy"}', 'application/json', 'healthy'],
    ['{}', 'application/json', 'base URL'],
    ['[]', 'application/json', 'base URL'],
    ['"pong"', 'application/json', 'pong'],
    ['true', 'application/json', 'base URL'],
    ['OK', 'text/plain', 'OK'],
    ['pong', '', 'pong'],
  ])('%s (%s) was asked for five times', async (body, type, said) => {
    expect(await ask(kind, body, type)).toMatchObject({
      kind: 'broken-stream',
      retryable: false,
      message: expect.stringContaining(said),
    })
  })
  it.each([
    ['<!doctype html><title>Welcome</title><h1>Sign in</h1>', 'text/html; charset=utf-8'],
    ['<h1>Sign in</h1>', 'application/json'],
    ['<h1>Sign in</h1>', 'text/event-stream'],
  ])('%s (%s) was asked for five times: it may be gone once', async (body, type) => {
    expect(await ask(kind, body, type)).toMatchObject({
      ...{ kind: 'broken-stream', retryable: true, retries: 1 },
      message: expect.stringContaining('base URL'),
    })
  })
  it.each([
    ['', 'text/event-stream'],
    ['', 'application/json'],
    ['{"error":"upstream connect error"}', 'application/json'],
    ['{"error":{"message":"Upstream idle timeout"}}', 'application/json'],
    ['{"success":false,"msg":"Busy, try later"}', 'application/json'],
    ['{"choices":[{"delta":', 'application/json'],
  ])('%s (%s) may be better the next time', async (body, type) => {
    expect(await ask(kind, body, type)).toMatchObject({ retryable: true })
  })
})
