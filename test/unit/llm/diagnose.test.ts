import { describe, expect, it } from 'vitest'
import { diagnose } from '../../../src/llm/diagnose/diagnose.ts'
import type { Diagnosis, Observations } from '../../../src/llm/diagnose/diagnosis.ts'
import { nearestModel } from '../../../src/llm/diagnose/nearest-model.ts'
import { otherAddresses } from '../../../src/llm/diagnose/other-addresses.ts'
import { plainError, statusError } from '../../../src/llm/failure.ts'

/** What a person is told of a connection, from what was seen of it. */

const seen = (changes: Partial<Observations>): Observations => ({
  kind: 'openai-compatible',
  baseUrl: 'https://api.example.com/v1',
  model: 'some-model',
  hasKey: true,
  pageOrigin: 'https://reflexor.example',
  browser: 'chromium',
  online: true,
  error: plainError('network'),
  models: null,
  reachable: null,
  localPermission: null,
  otherUrl: null,
  ...changes,
})
const OPENAI = { kind: 'openai', baseUrl: 'https://api.openai.com/v1' } as const
const NAS = { baseUrl: 'http://192.168.1.20:11434/v1' }
const OLLAMA = { baseUrl: 'http://localhost:11434/v1' }

const TABLE: [string, Partial<Observations>, Partial<Diagnosis>, RegExp][] = [
  [
    'a wrong key',
    { error: statusError(401, 'invalid') },
    { cause: 'key', remedy: { type: 'key' } },
    /Copy the whole key again/,
  ],
  [
    'no key at all',
    { error: statusError(401, 'x'), hasKey: false },
    { cause: 'key', remedy: { type: 'key' } },
    /Enter one/,
  ],
  ['a key without rights', { error: statusError(403, 'x') }, { cause: 'key', remedy: { type: 'key' } }, /rights/],
  [
    'a key that OpenAI refuses without CORS headers',
    { ...OPENAI, reachable: true },
    { cause: 'hidden-refusal', remedy: { type: 'key' } },
    /key is most likely wrong/,
  ],
  ['OpenAI not there', { ...OPENAI, reachable: false }, { cause: 'offline', remedy: null }, /other pages load/],
  [
    'an organisation that forbids web pages',
    {
      kind: 'anthropic',
      error: statusError(401, 'CORS requests are not allowed for this Organization because of its settings'),
    },
    { cause: 'browsers-forbidden', remedy: { type: 'key' } },
    /administrator/,
  ],
  ...[404, 405, 501].map((status): [string, Partial<Observations>, Partial<Diagnosis>, RegExp] => [
    `a gateway that has models and no Responses API (${status}) was said not to know the model, which it lists`,
    { kind: 'openai', models: ['some-model'], error: statusError(status, '404 page not found') },
    { cause: 'kind', remedy: { type: 'kind', kind: 'openai-compatible' } },
    /OpenAI-compatible/,
  ]),
  [
    'such a gateway whose list lacks the model, too',
    { kind: 'openai', models: ['other'], error: statusError(404, 'Not Found') },
    { cause: 'kind', remedy: { type: 'kind', kind: 'openai-compatible' } },
    /OpenAI-compatible/,
  ],
  [
    'a model that OpenAI does not have',
    { ...OPENAI, models: ['gpt-6'], error: statusError(404, "The model 'some-model' does not exist") },
    { cause: 'model' },
    /Choose one/,
  ],
  ['no credit (402)', { error: statusError(402, 'Insufficient Balance') }, { cause: 'no-credit' }, /Add credit/],
  ['no credit (429)', { error: statusError(429, 'insufficient_quota') }, { cause: 'no-credit' }, /Add credit/],
  ['slow down', { error: statusError(429, 'slow down') }, { cause: 'busy', remedy: null }, /connection works/],
  [
    'a model that is not there',
    { error: statusError(404, 'x'), model: 'gpt5', models: ['gpt-5', 'gpt-4o'] },
    { cause: 'model', remedy: { type: 'model', model: 'gpt-5' } },
    /Did you mean "gpt-5"/,
  ],
  [
    'a model like none that is there',
    { error: statusError(400, 'unknown'), model: 'claude', models: ['qwen3', 'llama3.2'] },
    { cause: 'model', remedy: { type: 'model', model: null } },
    /one from its list/,
  ],
  [
    '/v1 missing',
    { baseUrl: 'http://localhost:1234', error: statusError(404, 'x'), otherUrl: 'http://localhost:1234/v1' },
    { cause: 'address', remedy: { type: 'url', baseUrl: 'http://localhost:1234/v1' } },
    /Use that/,
  ],
  [
    'a path without anything',
    { error: statusError(404, '') },
    { cause: 'no-model-server', remedy: null },
    /ends in \/v1/,
  ],
  [
    'a website',
    { error: plainError('broken-stream', 'The provider answered with text/html, not a stream.') },
    { cause: 'no-model-server' },
    /not the website/,
  ],
  ['a proxy', { error: statusError(407, '') }, { cause: 'proxy', remedy: null }, /network/],
  [
    "a web page at a maker's own address",
    {
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      error: plainError('broken-stream', 'The server answered with text/html, not with an answer.'),
    },
    { cause: 'proxy', remedy: null },
    /Sign in/,
  ],
  ['offline', { online: false }, { cause: 'offline' }, /Connect/],
  [
    'Ollama that allows no page',
    { ...OLLAMA, reachable: true },
    { cause: 'cors' },
    /OLLAMA_ORIGINS=https:\/\/reflexor\.example ollama serve/,
  ],
  ['LM Studio', { baseUrl: 'http://localhost:1234/v1', reachable: true }, { cause: 'cors' }, /lms server start --cors/],
  [
    'llama.cpp',
    { baseUrl: 'http://localhost:8080/v1', reachable: true },
    { cause: 'cors' },
    /--cors-origins https:\/\/reflexor\.example/,
  ],
  [
    'vLLM',
    { baseUrl: 'http://localhost:8000/v1', reachable: true },
    { cause: 'cors' },
    /--allowed-origins '\["https:\/\/reflexor\.example"\]'/,
  ],
  [
    'a server of this computer that does not run, offline or not',
    { ...OLLAMA, reachable: false, online: false },
    { cause: 'not-running' },
    /Start the server/,
  ],
  [
    'the browser forbids the local network',
    { ...OLLAMA, reachable: false, localPermission: 'denied' },
    { cause: 'local-network' },
    /site settings/,
  ],
  [
    'a proxy that answers 407, of which a page sees nothing, at a provider that is certainly there',
    { ...OPENAI, reachable: false },
    {
      cause: 'offline',
      message: expect.stringMatching(/ is up, but something blocks the connection: .* proxy sign-in/),
    },
    /other pages load/,
  ],
  [
    'the same at an address that nobody knows',
    { reachable: false },
    {
      cause: 'offline',
      message: expect.stringMatching(/^No response from .* proxy sign-in/),
    },
    /typos/,
  ],
  ['a sign-in page in place of OpenAI', { ...OPENAI, reachable: true }, { cause: 'hidden-refusal' }, /sign-in page/],
  ['a sign-in page in place of a stranger', { reachable: true }, { cause: 'cors' }, /sign-in page/],
  [
    'a server in the network that does not run, or listens to its own computer alone',
    { ...NAS, reachable: false, localPermission: 'prompt' },
    { cause: 'not-running' },
    /OLLAMA_HOST=0\.0\.0\.0.* reach your network, allow it/,
  ],
  [
    'a server in the network that allows no page',
    { ...NAS, reachable: true, localPermission: 'granted' },
    { cause: 'cors' },
    /OLLAMA_ORIGINS=/,
  ],
  [
    'the browser forbids the network',
    { ...NAS, reachable: false, localPermission: 'denied' },
    { cause: 'local-network', message: expect.stringContaining('in your network') },
    /site settings/,
  ],
  [
    'plain http in the network, from https, in a browser that cannot ask',
    { ...NAS, reachable: false, browser: 'firefox' },
    { cause: 'mixed-content' },
    /npm start/,
  ],
  [
    'the same page on this computer',
    { ...NAS, pageOrigin: 'http://localhost:4173', reachable: false, browser: 'firefox' },
    { cause: 'not-running' },
    /OLLAMA_HOST/,
  ],
  ['a network that is gone', { ...NAS, online: false }, { cause: 'offline' }, /Connect/],
  ['Safari and plain http', { ...OLLAMA, browser: 'safari', reachable: false }, { cause: 'mixed-content' }, /Chrome/],
  ['a stranger without CORS', { reachable: true }, { cause: 'cors', remedy: { type: 'key' } }, /Check the key first/],
  ['what nobody knows', { error: plainError('unknown', 'odd') }, { cause: 'other', remedy: null }, /^$/],
]

describe('the diagnosis of a connection', () => {
  it.each(TABLE)('%s', (_, changes, expected, next) => {
    const found = diagnose(seen(changes))
    expect(found).toMatchObject(expected)
    expect(found.next).toMatch(next)
    expect(found.message).not.toBe('')
  })

  it('looks for the models where they may be instead, at the same origin only', () => {
    expect(otherAddresses('openai-compatible', 'http://localhost:11434')).toEqual(['http://localhost:11434/v1'])
    expect(otherAddresses('openai-compatible', 'https://a.b/v1/v1')).toEqual(['https://a.b/v1'])
    expect(otherAddresses('anthropic', 'https://a.b/v1/messages')).toEqual(['https://a.b/v1'])
    expect(otherAddresses('openai-compatible', 'https://a.b/api/v1/chat/completions')).toEqual([
      'https://a.b/api/v1',
      'https://a.b/v1',
    ])
    expect(otherAddresses('google', 'https://a.b')).toEqual(['https://a.b/v1beta'])
    expect(otherAddresses('openai', 'https://a.b/v1')).toEqual([])
  })

  it('suggests what is written nearly the same, and nothing that is not', () => {
    const models = ['claude-sonnet-4-5-20250929', 'claude-haiku-4-5', 'gpt-4o-mini']
    expect(nearestModel('claude-sonnet-4.5', models)).toBe('claude-sonnet-4-5-20250929')
    expect(nearestModel('GPT4o mini', models)).toBe('gpt-4o-mini')
    expect(nearestModel('mistral-large', models)).toBeNull()
    expect(nearestModel('x', [])).toBeNull()
  })
})
