import { expect, it } from 'vitest'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/** What a person attaches, as each wire wants it: after the providers' references. */

const PNG = 'iVBORw0KGgo='
const PDF = 'JVBERi0='
const place = (kind: Asked['kind'], baseUrl: string, model: string): Asked => ({
  ...{ kind, baseUrl, model, bytes: sse('[DONE]') },
})
const CHAT = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }
const OPENAI = place('openai', 'https://api.openai.com/v1', 'gpt-5.1')
const ANTHROPIC = place('anthropic', 'https://api.anthropic.com/v1', 'claude-sonnet-4-5')
const GOOGLE = place('google', 'https://generativelanguage.googleapis.com/v1beta', 'gemini-3-pro')
const INTERACTIONS: Asked = { ...GOOGLE, advanced: { stored: true } }

/** The parts of the question, whatever the wire calls them. */
async function sent(to: Asked, attached: Extract<LlmMessage, { role: 'user' }>['content'][number]) {
  const content = [{ type: 'text', text: 'What is it?' } as const, attached]
  const { asked } = await askBytes(to, { messages: [{ role: 'user', content }] })
  const messages = (asked['messages'] ?? asked['input'] ?? asked['contents']) as Record<string, unknown>[]
  const question = messages.findLast(({ role, type }) => role === 'user' || type === 'user_input')
  return question?.['content'] ?? question?.['parts']
}

it.each<[string, Asked, object]>([
  ['chat completions', place('openai-compatible', 'https://api.example.com/v1', 'm'), CHAT],
  ['Kimi', place('openai-compatible', 'https://api.moonshot.ai/v1', 'kimi-k2.5'), CHAT],
  ['OpenRouter', place('openrouter', 'https://openrouter.ai/api/v1', 'openai/gpt-5'), CHAT],
  ['OpenAI', OPENAI, { type: 'input_image', image_url: `data:image/png;base64,${PNG}` }],
  ['Anthropic', ANTHROPIC, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
  ['Gemini', GOOGLE, { inlineData: { mimeType: 'image/png', data: PNG } }],
  ['Gemini in the background', INTERACTIONS, { type: 'image', mime_type: 'image/png', data: PNG }],
])('%s gets a picture of a person’s beside the words', async (_, to, wanted) => {
  const parts = await sent(to, { type: 'image', mediaType: 'image/png', data: PNG })
  expect(parts).toMatchObject([{ text: 'What is it?' }, wanted])
})

it.each<[string, Asked, object]>([
  ['OpenAI', OPENAI, { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` }],
  [
    'Anthropic',
    ANTHROPIC,
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
  ],
  ['Gemini', GOOGLE, { inlineData: { mimeType: 'application/pdf', data: PDF } }],
  ['Gemini in the background', INTERACTIONS, { type: 'document', mime_type: 'application/pdf', data: PDF }],
])('%s gets a PDF of a person’s as a document', async (_, to, wanted) => {
  const parts = await sent(to, { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: PDF })
  expect(parts).toMatchObject([{ text: 'What is it?' }, wanted])
})

const SOUND = 'UklGRg=='
const OPENROUTER = place('openrouter', 'https://openrouter.ai/api/v1', 'google/gemini-3-pro')
it.each<[string, Asked, string, object]>([
  [
    'chat completions',
    place('openai-compatible', 'https://api.example.com/v1', 'gpt-audio'),
    'audio/mpeg',
    { type: 'input_audio', input_audio: { data: SOUND, format: 'mp3' } },
  ],
  ['OpenRouter', OPENROUTER, 'audio/wav', { type: 'input_audio', input_audio: { data: SOUND, format: 'wav' } }],
  ['OpenRouter', OPENROUTER, 'audio/mp4', { type: 'input_audio', input_audio: { data: SOUND, format: 'm4a' } }],
  ['Gemini', GOOGLE, 'audio/mpeg', { inlineData: { mimeType: 'audio/mp3', data: SOUND } }],
  ['Gemini', GOOGLE, 'audio/ogg', { inlineData: { mimeType: 'audio/ogg', data: SOUND } }],
  ['Gemini in the background', INTERACTIONS, 'audio/mpeg', { type: 'audio', mime_type: 'audio/mp3', data: SOUND }],
])('%s gets a recording of a person’s beside the words', async (_, to, mediaType, wanted) => {
  const [words, sound] = (await sent(to, { type: 'file', mediaType, name: 'a', data: SOUND })) as object[]
  expect(words).toMatchObject({ text: 'What is it?' })
  expect(sound).toEqual(wanted)
})

it.each<[string, Asked, object]>([
  [
    'chat completions',
    place('openai-compatible', 'https://api.example.com/v1', 'gpt-audio'),
    { type: 'input_audio', input_audio: { data: SOUND, format: 'wav' } },
  ],
  ['OpenRouter', OPENROUTER, { type: 'input_audio', input_audio: { data: SOUND, format: 'wav' } }],
  ['Gemini', GOOGLE, { inlineData: { mimeType: 'audio/wav', data: SOUND } }],
  ['Gemini in the background', INTERACTIONS, { type: 'audio', mime_type: 'audio/wav', data: SOUND }],
])('%s gets a recording that a tool read beside its result, which has no place for sound', async (_, to, wanted) => {
  const messages: LlmMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'What is said?' }] },
    { role: 'assistant', content: [{ type: 'tool-call', id: 'call_a', name: 'read_file', arguments: '{}' }] },
    {
      ...{ role: 'tool', id: 'call_a', name: 'read_file', isError: false },
      content: [
        { type: 'text', text: 'a recording:' },
        { type: 'file', mediaType: 'audio/wav', name: 'a.wav', data: SOUND },
      ],
    },
  ]
  const { asked } = await askBytes(to, { messages })
  const all = (asked['messages'] ?? asked['input'] ?? asked['contents']) as Record<string, unknown>[]
  const [result, beside] = all.slice(-2)
  expect(JSON.stringify(result)).toContain('a recording:')
  expect(JSON.stringify(result)).not.toContain(SOUND)
  expect((beside?.['content'] ?? beside?.['parts']) as object[]).toContainEqual(wanted)
})
