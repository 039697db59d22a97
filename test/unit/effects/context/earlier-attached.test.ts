import { expect, it } from 'vitest'
import type { DocumentBlock, ImageBlock, PlainBlock } from '../../../../src/agent/content.ts'
import type { AskBrainPorts } from '../../../../src/effects/ask-brain-ports.ts'
import { buildRequest } from '../../../../src/effects/context/build-request.ts'
import { statusError } from '../../../../src/llm/failure.ts'
import type { Llm } from '../../../../src/llm/port.ts'
import { said } from '../../../support/said.ts'
import { plain, Session } from '../../agent/session.ts'
import { done, emptyHistory, say, setUp, types } from '../ask-brain-harness.ts'

/**
 * A picture, a PDF or a recording that a provider has refused stays in the history, and would fail all that is said
 * after it.
 */

const picture = (name: string): ImageBlock => ({
  type: 'image',
  mediaType: 'image/png',
  blob: (name === 'bad' ? 'b' : 'a').repeat(64),
  name,
})
const TOO_BIG = 'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes'

const tell = (s: Session, messageId: string, ...more: PlainBlock[]): Session =>
  s.put(said({ type: 'user-send-message', messageId, content: [...plain(messageId), ...more], delivery: 'steer' }))
const fail = (s: Session): Session => {
  const { work } = s
  s.start(work)
  const failure = { kind: 'bad-request', message: TOO_BIG } as const
  return s.put({ type: 'brain-fail', ...work, failure, partial: [], retryAt: null })
}

/**
 * Its provider does not take the bad picture, and has `asked` of it what is kept there: all words of a question, and
 * its pictures.
 */
function provider(refusal = statusError(400, TOO_BIG)): { llm: Llm; asked: { words: string; pictures: number }[] } {
  const asked: { words: string; pictures: number }[] = []
  const llm: Llm = async function* ({ messages }) {
    const content = messages.flatMap((message) => message.content as { type: string; text?: string; data?: string }[])
    const pictures = content.filter(({ type }) => type === 'image')
    asked.push({ words: content.map(({ text = '' }) => text).join('|'), pictures: pictures.length })
    const isBad = pictures.some(({ data }) => data === btoa('b'))
    yield* isBad ? [{ type: 'error' as const, error: refusal }] : [...say('Yes.'), done()]
  }
  return { llm, asked }
}

/** What becomes of the next asking of a session. */
async function ask({ state }: Session, llm: Llm, ports: Partial<AskBrainPorts> = {}) {
  const source = {
    ...emptyHistory,
    messagesAfter: async (cutAt: number) => state.messages.filter(({ seq }) => seq > cutAt),
    readBlob: async (sha: string) => new TextEncoder().encode(sha.slice(0, 1)),
  }
  const senses = { images: true, pdf: true, sounds: ['audio/wav'] }
  const request: AskBrainPorts['request'] = (of, _, bareUpTo) =>
    buildRequest(of, state.head.seq, source, [], () => ({ tools: [], words: '' }), senses, bareUpTo)
  const { inputs, run } = setUp(llm, { request, ...ports }, undefined, {}, state)
  await run
  return inputs
}

it('failed every message that came after it', async () => {
  const s = tell(fail(tell(new Session(), 'Look', picture('bad'))), 'Then without it', picture('good'))
  const { llm, asked } = provider()
  const learned: string[] = []
  const inputs = await ask(s, llm, { learnMissing: async (_, lack) => void learned.push(lack) })
  expect(types(inputs).at(-1)).toBe('brain-send-message-complete')
  expect(asked.map(({ pictures }) => pictures)).toEqual([2, 1])
  expect(asked[1]?.words).toContain('[image: bad, not shown: the provider refused a picture of this conversation]')
  expect(learned).toEqual([])
})

it('one that a tool has read did, too', async () => {
  const s = tell(new Session(), 'Look').answer('', ['read'])
  fail(s.respond('', { content: [picture('bad')] }))
  const { llm, asked } = provider(statusError(500, 'Failed to load image or audio file'))
  expect(types(await ask(tell(s, 'Go on'), llm)).at(-1)).toBe('brain-send-message-complete')
  expect(asked.map(({ pictures }) => pictures)).toEqual([1, 0])
})

it('is not sent again with each of them', async () => {
  const s = tell(fail(tell(new Session(), 'Look', picture('bad'))), 'Then without it')
  const refusedAttached: AskBrainPorts['refusedAttached'] = new Map()
  const { llm, asked } = provider()
  await ask(s, llm, { refusedAttached })
  await ask(tell(s.answer('Yes.'), 'And this?', picture('good')), llm, { refusedAttached })
  expect(asked.map(({ pictures }) => pictures)).toEqual([1, 0, 1])
})

it('is told to the person who has just sent it, and the same is asked once', async () => {
  const { llm, asked } = provider()
  const inputs = await ask(tell(new Session(), 'Look', picture('bad')), llm)
  expect(inputs.at(-1)).toMatchObject({ type: 'brain-fail', failure: { kind: 'bad-request' }, retryAt: null })
  expect(asked).toHaveLength(1)
  // an earlier one is no reason to ask again and again
  const both = tell(tell(new Session(), 'See', picture('good')).answer('Yes.'), 'Look', picture('bad'))
  expect((await ask(both, llm)).at(-1)).toMatchObject({ type: 'brain-fail', retryAt: null })
  expect(asked.map(({ pictures }) => pictures)).toEqual([1, 2, 1])
})

it('another refusal is not asked again without the pictures', async () => {
  const s = tell(fail(tell(new Session(), 'Look', picture('bad'))), 'Then without it')
  const { llm, asked } = provider(statusError(400, 'max_tokens is too large'))
  expect(types(await ask(s, llm)).at(-1)).toBe('brain-fail')
  expect(asked).toHaveLength(1)
})

const pdf = (words: string | null): DocumentBlock => ({
  type: 'document',
  mediaType: 'application/pdf',
  blob: 'b'.repeat(64),
  words,
  length: 5,
  pages: 2,
  name: 'bad.pdf',
})
const sound: DocumentBlock = {
  type: 'document',
  mediaType: 'audio/wav',
  blob: 'b'.repeat(64),
  words: null,
  length: 5,
  name: 'bad.wav',
}

it.each([
  [400, 'messages.0.content.0.pdf.source.base64.data: The PDF specified was not valid.', pdf(null)], // Anthropic
  [400, 'A maximum of 100 PDF pages may be provided.', pdf(null)],
  [400, 'Invalid file data: the file is damaged.', pdf(null)], // OpenAI
  [400, 'The document has no pages.', pdf(null)], // Gemini
  [400, 'Unable to process input image. Please retry', pdf(null)],
  [400, 'Audio file might be corrupted or unsupported', sound], // OpenAI
  [400, 'The audio format m4a is not supported.', sound],
])('%i "%s" failed every message that came after the file', async (status, refusal, block) => {
  const s = tell(fail(tell(new Session(), 'Look', block)), 'Then without it')
  const files: number[] = []
  const words: string[] = []
  const llm: Llm = async function* ({ messages }) {
    const content = messages.flatMap((message) => message.content as { type: string; text?: string }[])
    files.push(content.filter(({ type }) => type === 'file').length)
    words.push(content.map(({ text = '' }) => text).join('|'))
    yield* files.at(-1) === 0
      ? [...say('Yes.'), done()]
      : [{ type: 'error' as const, error: statusError(status, refusal) }]
  }
  expect(types(await ask(s, llm)).at(-1)).toBe('brain-send-message-complete')
  expect(files).toEqual([1, 0])
  expect(words[1]).toContain(
    block === sound
      ? '[recording: bad.wav, not heard: the provider refused a recording of this conversation]'
      : '[document: bad.pdf, not shown: the provider refused a PDF of this conversation]',
  )
  // who has just sent it is told
  expect((await ask(tell(new Session(), 'Look', block), llm)).at(-1)).toMatchObject({
    type: 'brain-fail',
    retryAt: null,
  })
})

it('a PDF that was refused goes on as its words, and a picture beside it as it is', async () => {
  const asked: { types: string[]; words: string }[] = []
  const llm: Llm = async function* ({ messages }) {
    const content = messages.flatMap((message) => message.content as { type: string; text?: string }[])
    asked.push({ types: content.map(({ type }) => type), words: content.map(({ text = '' }) => text).join('|') })
    const refusal = statusError(400, 'The PDF specified is password protected.')
    yield* asked.length === 1 ? [{ type: 'error' as const, error: refusal }] : [...say('Yes.'), done()]
  }
  const s = tell(fail(tell(new Session(), 'Look', picture('good'), pdf('w'.repeat(64)))), 'Then without it')
  await ask(s, llm)
  expect(asked.map(({ types }) => types.filter((type) => type !== 'text'))).toEqual([['image', 'file'], ['image']])
  expect(asked[1]?.words).toContain('<document name="bad.pdf">\nw\n</document>')
})

it.each([
  [400, TOO_BIG, ['file', 'file']], // Anthropic
  [400, "image.source.base64.media_type: Input should be 'image/jpeg' or 'image/png'", ['file', 'file']], // Anthropic
  [400, 'Unsupported MIME type: image/heic', ['file', 'file']], // Gemini
  [400, 'The PDF specified was not valid.', ['image', 'file']],
  [400, 'Unsupported media type: application/pdf', ['image', 'file']],
  [400, 'Audio file might be corrupted or unsupported', ['image', 'file']], // OpenAI
])('%i "%s" took away what was not refused, too', async (status, refusal, left) => {
  const asked: string[][] = []
  const llm: Llm = async function* ({ messages }) {
    asked.push(messages.flatMap(({ content }) => content.map(({ type }) => type)).filter((type) => type !== 'text'))
    yield* asked.length === 1
      ? [{ type: 'error' as const, error: statusError(status, refusal) }]
      : [...say('Yes.'), done()]
  }
  const s = tell(fail(tell(new Session(), 'Look', picture('good'), pdf(null), sound)), 'Then without it')
  const refusedAttached: AskBrainPorts['refusedAttached'] = new Map()
  await ask(s, llm, { refusedAttached })
  expect(asked).toEqual([['image', 'file', 'file'], left])
  expect([...refusedAttached.values()].map((bare) => Object.keys(bare).length)).toEqual([1])
})

it('words that may be about either take the picture away first, and then the PDF', async () => {
  const asked: string[][] = []
  const llm: Llm = async function* ({ messages }) {
    asked.push(messages.flatMap(({ content }) => content.map(({ type }) => type)).filter((type) => type !== 'text'))
    const refusal = statusError(400, 'Unable to process input image. Please retry')
    yield* asked.at(-1)?.includes('file') ? [{ type: 'error' as const, error: refusal }] : [...say('Yes.'), done()]
  }
  const s = tell(fail(tell(new Session(), 'Look', picture('good'), pdf(null))), 'Then without it')
  expect(types(await ask(s, llm)).at(-1)).toBe('brain-send-message-complete')
  expect(asked).toEqual([['image', 'file'], ['file'], []])
})
