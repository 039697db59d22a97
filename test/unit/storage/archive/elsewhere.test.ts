import { expect, it } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import { inTurns, linesOfConversation } from '../../../../src/storage/archive/elsewhere/as-session.ts'
import { readChatGpt } from '../../../../src/storage/archive/elsewhere/chatgpt.ts'
import { readClaude } from '../../../../src/storage/archive/elsewhere/claude.ts'
import type { Conversation } from '../../../../src/storage/archive/elsewhere/conversation.ts'
import { elementsOf } from '../../../../src/storage/archive/elsewhere/elements.ts'
import { readLibreChat } from '../../../../src/storage/archive/elsewhere/librechat.ts'
import { partingsOf } from '../../../../src/storage/archive/elsewhere/partings.ts'
import { Line } from '../../../../src/storage/archive/export-format.ts'
import { makeImportFold } from '../../../../src/storage/archive/import-fold.ts'
import {
  CHATGPT,
  CHATGPT_BRANCHED,
  CLAUDE,
  LIBRECHAT,
  LIBRECHAT_RECURSIVE,
} from '../../../support/exports-elsewhere.ts'

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
  const conversation = readChatGpt(CHATGPT_BRANCHED)
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

it('what was said in other branches of ChatGPT and of LibreChat was lost: they stand beside the one that was shown', () => {
  const othersIn = (conversation: Conversation | null) =>
    conversation?.others?.map((said) => said.map(({ role, text }) => `${role}: ${text}`))
  expect(othersIn(readChatGpt(CHATGPT_BRANCHED))).toEqual([
    ['user: What is a kite?\n\n[file]', 'assistant: A branch that was left'],
  ])
  const left = ['user: Hello', 'assistant: Hello.']
  expect(othersIn(readLibreChat(LIBRECHAT))?.map((said) => said.slice(0, 2))).toEqual([left])
  expect(othersIn(readLibreChat(LIBRECHAT_RECURSIVE))?.map((said) => said.slice(0, 2))).toEqual([left])
  expect(readChatGpt(CHATGPT)).not.toHaveProperty('others')
  // what only a tool was told is no branch
  const { mapping } = CHATGPT
  const hidden = { ...mapping.n5, id: 'x', parent: 'root', children: [] }
  expect(readChatGpt({ ...CHATGPT, mapping: { ...mapping, x: hidden } })).not.toHaveProperty('others')
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
    await expect(elements(broken)).rejects.toThrow('incomplete')
  await expect(elements('<html>')).rejects.toThrow('Unknown export')
})

/** `name`: also its text. */
const claudeSaid = (uuid: string, parent: string | null, more: object = {}) => ({
  ...{ uuid, text: '', sender: uuid.startsWith('h') ? 'human' : 'assistant', content: [{ type: 'text', text: uuid }] },
  ...(parent !== null && { parent_message_uuid: parent }),
  ...more,
})
const TOP = '00000000-0000-4000-8000-000000000000'
/** h1 was answered twice; below the second answer h2 was written anew. */
const FORKED = [
  claudeSaid('h1', TOP),
  claudeSaid('a1', 'h1'),
  claudeSaid('h1b', 'a1'),
  claudeSaid('a1b', 'h1b'),
  claudeSaid('a2', 'h1'),
  claudeSaid('h2', 'a2'),
  claudeSaid('a3', 'h2'),
  claudeSaid('h2b', 'a2'),
  claudeSaid('a4', 'h2b'),
]
const textsOf = (conversation: Conversation | null): string[] | undefined => conversation?.said.map(({ text }) => text)

it('branches of a conversation with Claude ran together: the one that was shown is the conversation, the others stand beside it', () => {
  const conversation = readClaude({ chat_messages: FORKED, current_leaf_message_uuid: 'a3', model: 'claude-opus-5' })
  expect(textsOf(conversation)).toEqual(['h1', 'a2', 'h2', 'a3'])
  expect(conversation?.others?.map((said) => said.map(({ text }) => text))).toEqual([
    ['h1', 'a1', 'h1b', 'a1b'],
    ['h1', 'a2', 'h2b', 'a4'],
  ])
  expect(conversation?.said.map(({ model }) => model)).toEqual([null, 'claude-opus-5', null, 'claude-opus-5'])
})

it('of Claude without a word on which branch was shown, the one with the latest message is taken; in whatever order they stand', () => {
  const dated = FORKED.map((message, n) => ({ ...message, created_at: `2026-01-01T00:00:0${n}Z` }))
  expect(textsOf(readClaude({ chat_messages: dated }))).toEqual(['h1', 'a2', 'h2b', 'a4'])
  expect(textsOf(readClaude({ chat_messages: dated.toReversed() }))).toEqual(['h1', 'a2', 'h2b', 'a4'])
  expect(textsOf(readClaude({ chat_messages: FORKED, current_leaf_message_uuid: 'gone' }))).toEqual([
    'h1',
    'a2',
    'h2b',
    'a4',
  ])
  // it names a message with others behind it
  expect(textsOf(readClaude({ chat_messages: FORKED, current_leaf_message_uuid: 'h2' }))).toEqual([
    'h1',
    'a2',
    'h2',
    'a3',
  ])
})

it('of Claude, parents that are missing, doubled or in a circle end a path and harm nothing', () => {
  const circle = [claudeSaid('h1', 'a1'), claudeSaid('a1', 'h1')]
  expect(textsOf(readClaude({ chat_messages: circle, current_leaf_message_uuid: 'a1' }))).toEqual(['h1', 'a1'])
  const gap = [claudeSaid('h1', TOP), claudeSaid('a1', null), claudeSaid('h2', 'a1')]
  expect(textsOf(readClaude({ chat_messages: gap }))).toEqual(['h1', 'a1', 'h2'])
  expect(textsOf(readClaude({ chat_messages: [claudeSaid('h2', 'gone'), claudeSaid('a2', 'h2')] }))).toEqual([
    'h2',
    'a2',
  ])
  const flat = FORKED.map(({ parent_message_uuid: _, ...rest }) => rest)
  expect(textsOf(readClaude({ chat_messages: flat }))).toHaveLength(9)
  const many = Array.from({ length: 20_000 }, (_, n) => claudeSaid(`a${n}`, 'h'))
  expect(readClaude({ chat_messages: [claudeSaid('h', TOP), ...many] })?.others?.length).toBeLessThanOrEqual(50)
})

it('a branch arrives as a variant of the session that it shares most with', () => {
  const deeper = [...FORKED, claudeSaid('h2c', 'a1b'), claudeSaid('h2d', 'a1b')]
  const conversation = readClaude({ chat_messages: deeper, current_leaf_message_uuid: 'a3' }) as Conversation
  let n = 0
  const variants = partingsOf(conversation, 'main', () => `v${++n}`)
  expect(variants.map(({ parting }) => parting)).toEqual([
    { session: 'main', n: 2, family: 'main' },
    { session: 'main', n: 1, family: 'main' },
    { session: 'v2', n: 4, family: 'main' },
  ])
  for (const { said, parting } of variants) {
    const fold = makeImportFold('s', () => null)
    const lines = [...linesOfConversation({ ...conversation, said: [...said] }, 'Claude', 5, parting)]
    for (const line of lines) fold.take(Line.parse(JSON.parse(line)))
    const { state } = fold.finish()
    expect(state.head.origin).toMatchObject(parting)
    expect(
      state.messages.map(({ content }) => content.map((block) => ('text' in block ? block.text : '')).join('')),
    ).toEqual(said.map(({ text }) => text))
    if (said.at(-1)?.role === 'assistant') expect(effectsAt({ head: state.head })).toEqual({})
  }
})

const chatGptOf = (...messages: object[]) => ({
  ...{ title: 'T', current_node: `${messages.length - 1}`, default_model_slug: 'gpt-5-thinking' },
  mapping: Object.fromEntries(messages.map((message, n) => [`${n}`, { parent: n > 0 ? `${n - 1}` : null, message }])),
})
const answered = (text: string, more: object = {}) => ({
  ...{
    author: { role: 'assistant' },
    content: { content_type: 'text', parts: [text] },
    recipient: 'all',
    metadata: {},
  },
  ...more,
})
const asked = { author: { role: 'user' }, content: { content_type: 'text', parts: ['Q'] }, metadata: {} }
const answerIn = (...messages: object[]) => readChatGpt(chatGptOf(asked, ...messages))?.said.slice(1)

it.each([
  'bio',
  'web.run',
  'web',
  'browser',
  'python',
  'dalle.text2im',
  'file_search.msearch',
  'container.exec',
  'a tool of tomorrow',
])('what ChatGPT said to %s appeared as said to the person', (recipient) => {
  const call = answered('{"search_query":[{"q":"kites"}]}', { recipient })
  const code = answered('', { recipient, content: { content_type: 'code', text: 'search("kites")' } })
  expect(answerIn(call, code, answered('They fly.'))?.map(({ text }) => text)).toEqual(['They fly.'])
})

it('a document that ChatGPT wrote beside the conversation is kept, and what it thought is not', () => {
  const text = JSON.stringify({ name: 'Plan', type: 'document', content: '# Plan\n\nFly.' })
  const canvas = answered('', { recipient: 'canmore.create_textdoc', content: { content_type: 'code', text } })
  const broken = answered('', { recipient: 'canmore.create_textdoc', content: { content_type: 'code', text: '{"na' } })
  expect(answerIn(canvas, broken, answered('Hm.', { channel: 'analysis' }))?.map((each) => each.text)).toEqual([
    'Plan\n\n# Plan\n\nFly.',
  ])
})

it.each<[string, object[], string | null]>([
  ['its own', [answered('a', { metadata: { model_slug: 'gpt-4o' } })], 'gpt-4o'],
  ["the conversation's", [answered('a')], 'gpt-5-thinking'],
  [
    'no choice of a machine',
    [answered('a', { metadata: { model_slug: 'auto', resolved_model_slug: 'gpt-5-mini' } })],
    'gpt-5-mini',
  ],
])("the model's name of an answer of ChatGPT was lost: %s", (_, messages, model) => {
  expect(answerIn(...messages)?.[0]?.model).toBe(model)
})

it("the model's name was lost where an answer has several parts and the last of them names none", () => {
  const said = (text: string, model: string | null) => ({ role: 'assistant' as const, text, at: null, model })
  const [, turn] = inTurns([{ role: 'user', text: 'q', at: null, model: null }, said('a', 'gpt-4o'), said('b', null)])
  expect(turn).toMatchObject({ text: 'a\n\nb', model: 'gpt-4o' })
})

const mark = (...parts: string[]) => `\ue200${parts.join('\ue202')}\ue201`
it.each<[string, string, object, string]>([
  [
    'with its words',
    mark('cite', 'turn0search0'),
    { alt: '([Kites](https://k.example/a))' },
    ' ([Kites](https://k.example/a))',
  ],
  [
    'with its pages',
    mark('cite', 'turn0search0', 'turn0search1'),
    {
      alt: null,
      items: [
        { title: 'K [1]', url: 'https://k.example/a' },
        { title: '', url: 'https://l.example/b(c)' },
        { url: 'javascript:alert(1)' },
      ],
    },
    ' ([K \\[1\\]](<https://k.example/a>), [l.example](<https://l.example/b(c)>))',
  ],
  ['that names nothing', mark('cite', 'turn0search0'), { alt: null, items: [] }, ''],
  ['as letters alone', 'citeturn2view3turn1search0', { alt: '([K](https://k.example))' }, ' ([K](https://k.example))'],
  [
    'of an older kind',
    '【4:0†source】',
    { alt: null, url: 'https://k.example/a', title: 'K' },
    ' ([K](<https://k.example/a>))',
  ],
])('a mark of a source stood in the answer of ChatGPT: %s', (_, written, reference, shown) => {
  const content_references = [
    { matched_text: ' ', type: 'sources_footnote' },
    { matched_text: written, ...reference },
  ]
  expect(
    answerIn(answered(`They fly.${written} High ${written}.`, { metadata: { content_references } }))?.[0]?.text,
  ).toBe(`They fly.${shown} High${shown}.`)
})

it('marks of ChatGPT that nothing explains stand for nothing, or for the name in them', () => {
  const marks = [
    mark('cite', 'turn0search0'),
    mark('navlist', 'News', 'turn0news1'),
    '【12†L1-L9】',
    'filecite' + 'turn0file3',
  ]
  for (const each of marks) expect(answerIn(answered(`Sky ${each}.`))?.[0]?.text).toBe('Sky.')
  expect(answerIn(answered(`By ${mark('entity', '["company","Acme","US"]')}.`))?.[0]?.text).toBe('By Acme.')
  expect(answerIn(answered(`Cut off \ue200cite\ue202turn0se`))?.[0]?.text).toBe('Cut off')
  expect(answerIn(answered('†, 【注】 and excited turns stay.'))?.[0]?.text).toBe('†, 【注】 and excited turns stay.')
})
