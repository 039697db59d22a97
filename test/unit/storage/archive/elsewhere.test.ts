import { expect, it } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import { linesOfConversation } from '../../../../src/storage/archive/elsewhere/as-session.ts'
import { readChatGpt } from '../../../../src/storage/archive/elsewhere/chatgpt.ts'
import { readClaude } from '../../../../src/storage/archive/elsewhere/claude.ts'
import type { Conversation } from '../../../../src/storage/archive/elsewhere/conversation.ts'
import { elementsOf } from '../../../../src/storage/archive/elsewhere/elements.ts'
import { readLibreChat } from '../../../../src/storage/archive/elsewhere/librechat.ts'
import { Line } from '../../../../src/storage/archive/export-format.ts'
import { makeImportFold } from '../../../../src/storage/archive/import-fold.ts'
import { CHATGPT, CLAUDE, LIBRECHAT, LIBRECHAT_RECURSIVE } from '../../../support/exports-elsewhere.ts'

/** As the import folds it. */
function folded(conversation: Conversation | null) {
  if (conversation === null) throw new Error('It is no conversation')
  const fold = makeImportFold('s', () => null)
  for (const line of linesOfConversation(conversation, 'Elsewhere', 5)) fold.take(Line.parse(JSON.parse(line)))
  return fold.finish().state
}
const saidIn = (conversation: Conversation | null): string[] =>
  folded(conversation).messages.map(
    ({ role, content }) => `${role}: ${content.map((block) => (block.type === 'text' ? block.text : '')).join('')}`,
  )

it('of ChatGPT the branch that was shown last is read, without what the person did not see', () => {
  const conversation = readChatGpt(CHATGPT)
  expect(saidIn(conversation)).toEqual([
    'user: What is a kite?\n\n[file]',
    'assistant: A toy on a string. <img src=x onerror=alert(1)>\n\n```\nprint(1)\n```',
    'user: And in Portuguese?',
    'assistant: Papagaio.',
  ])
  const state = folded(conversation)
  expect(state.head).toMatchObject({ title: 'Kites', createdAt: 1_700_000_000_000, hold: null })
  expect(state.messages.map((row) => (row.role === 'assistant' ? row.model?.model : ''))).toEqual([
    '',
    'gpt-4o',
    '',
    'gpt-4o',
  ])
  expect(effectsAt({ head: state.head })).toEqual({})
})

it('of Claude the messages are read with the text of their files', () => {
  expect(saidIn(readClaude(CLAUDE))).toEqual([
    'user: Sum this up\n\nnotes.txt:\n\nKites fly.\n\n[file photo.png]',
    'assistant: They fly.\n\n[tool call web_search]',
    'user: (It ends here)',
  ])
})

it('of LibreChat the branch that was said last is read, flat or as a tree', () => {
  const expected = ['user: Hello', 'assistant: Hello again.', 'user: Bye', 'assistant: Bye.']
  expect(saidIn(readLibreChat(LIBRECHAT))).toEqual(expected)
  expect(saidIn(readLibreChat(LIBRECHAT_RECURSIVE))).toEqual(expected)
})

it('circles, missing nodes and things of another kind end a path, and harm nothing', () => {
  const node = (parent: unknown, text: unknown, role = 'user') => ({
    parent,
    message: { author: { role }, content: { content_type: 'text', parts: [text] } },
  })
  const circle = { a: node('b', 'one'), b: node('a', 'two', 'assistant') }
  expect(saidIn(readChatGpt({ mapping: circle, current_node: 'b' }))).toEqual(['user: one', 'assistant: two'])
  expect(saidIn(readChatGpt({ mapping: { a: node('gone', 'one') }, current_node: 'nowhere' }))).toEqual(['user: one'])
  expect(readChatGpt({ mapping: { a: 7, b: null, c: node('a', 9) }, current_node: 'c' })?.said).toEqual([])
  expect(readChatGpt({ mapping: { a: node(null, 'x') }, current_node: '__proto__' })?.said.length).toBe(1)
  expect(
    readLibreChat({ conversationId: 'c', messages: [{ messageId: 'a', parentMessageId: 'a', text: 'x' }] })?.said
      .length,
  ).toBe(1)
  expect(readClaude({ chat_messages: [null, 7, { sender: 'robot', text: 'x' }, { sender: 'human' }] })?.said).toEqual(
    [],
  )
  for (const value of [
    null,
    7,
    'text',
    [],
    {},
    { mapping: [] },
    { chat_messages: {} },
    { conversationId: 1, messages: [] },
  ])
    for (const read of [readChatGpt, readClaude, readLibreChat]) expect(read(value)).toBeNull()
  // times that cannot be
  expect(readClaude({ chat_messages: [], created_at: '9999999-01-01' })?.createdAt).toBeNull()
  // an answer first, and two of one role in a row
  const said = (role: 'user' | 'assistant', text: string) => ({ role, text, at: null, model: null })
  expect(
    saidIn({
      title: '',
      createdAt: null,
      leftOut: 0,
      said: [said('assistant', 'a'), said('assistant', 'b'), said('user', 'c')],
    }),
  ).toEqual(['user: (It began with an answer.)', 'assistant: a\n\nb', 'user: c'])
})

it('of a conversation that is too long its end is taken, and how much was not is known: nobody was told that it had been cut', () => {
  const sender = (n: number) => (n % 2 === 0 ? 'human' : 'assistant')
  const messages = Array.from({ length: 100_007 }, (_, n) => ({ sender: sender(n), text: `m${n}` }))
  const claude = readClaude({ chat_messages: messages })
  const mapping = Object.fromEntries(
    messages.map(({ text }, n) => [
      `${n}`,
      {
        parent: `${n - 1}`,
        message: {
          author: { role: n % 2 === 0 ? 'user' : 'assistant' },
          content: { content_type: 'text', parts: [text] },
        },
      },
    ]),
  )
  const chatGpt = readChatGpt({ mapping, current_node: '100006' })
  for (const read of [claude, chatGpt]) {
    expect(read?.leftOut).toBe(7)
    expect([read?.said[0]?.text, read?.said.at(-1)?.text]).toEqual(['m7', 'm100006'])
  }
})

it('a tree of LibreChat that is 100,000 deep is gone through without a stack', () => {
  let message: Record<string, unknown> = { messageId: 'leaf', text: 'leaf' }
  for (let n = 0; n < 100_000; n++) message = { messageId: `m${n}`, text: 'x', children: [message] }
  const { said, leftOut } = readLibreChat({ conversationId: 'c', messages: [message] }) ?? {}
  expect([said?.length, said?.at(-1)?.text, leftOut]).toEqual([100_000, 'leaf', 1])
})

const streamOf = (text: string, step: number) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step))
      controller.close()
    },
  })
async function elements(text: string, step = 3, largest?: number) {
  const found: (string | null)[] = []
  for await (const each of elementsOf(streamOf(text, step), largest)) found.push(each)
  return found
}

it('an array is read one object at a time, wherever the pieces of the file end', async () => {
  const values = [{ a: '}],[{"\\', b: [1, { c: '\u00e4\u{1f600}' }] }, {}, { d: 'x"y' }]
  for (const step of [1, 2, 3, 7, 1000])
    expect(
      (await elements(` ${JSON.stringify(values, null, 1)}\n`, step)).map((each) => JSON.parse(each ?? '')),
    ).toEqual(values)
  expect(await elements('{"one":[{}]}')).toEqual(['{"one":[{}]}'])
  expect(await elements('[]')).toEqual([])
  // too long: passed over, and what follows is read
  expect(await elements(`[{"a":"${'x'.repeat(100)}"},{"b":1}]`, 5, 50)).toEqual([null, '{"b":1}'])
  for (const broken of ['[{"a":1},{"b"', '{"a":{}', '', '   '])
    await expect(elements(broken)).rejects.toThrow('cut off')
  await expect(elements('<html>')).rejects.toThrow('no export')
})
