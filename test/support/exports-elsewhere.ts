/**
 * Exports of other programs, invented from descriptions of their formats, without anybody's real words. ChatGPT:
 * `conversations.json` as described at whychose.com/seo/chatgpt-conversations-json-format and
 * difegam.github.io/chatgpt-to-markdown/reference/data-models. Claude: `chat_messages` as in
 * withLinda/claude-conversation-exporter and Sinity/polylogue (docs/providers/claude-ai.md). LibreChat: its own "Export
 * conversation" as JSON, flat and `recursive`, as its importer reads them.
 */

const said = (role: string, parts: unknown[], more: object = {}, content_type = 'text') => ({
  ...{ author: { role, name: null, metadata: {} }, create_time: 1_700_000_010.5, weight: 1, metadata: {} },
  ...{ content: { content_type, parts }, status: 'finished_successfully', recipient: 'all' },
  ...more,
})
const by = { metadata: { model_slug: 'gpt-4o' } }

export const CHATGPT = {
  ...{ title: 'Kites', create_time: 1_700_000_000, update_time: 1_700_000_100.25, conversation_id: 'c1' },
  default_model_slug: 'gpt-4o',
  current_node: 'n7',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['n1'] },
    n1: {
      ...{ id: 'n1', parent: 'root', children: ['n2'] },
      message: said('system', ['Obey me'], { metadata: { is_visually_hidden_from_conversation: true } }),
    },
    n2: {
      ...{ id: 'n2', parent: 'n1', children: ['n3'] },
      message: said('user', ['What is a kite?', { content_type: 'image_asset_pointer' }], {}, 'multimodal_text'),
    },
    n3: {
      ...{ id: 'n3', parent: 'n2', children: ['n4'] },
      message: said('assistant', ['A toy on a string. <img src=x onerror=alert(1)>'], by),
    },
    n4: {
      ...{ id: 'n4', parent: 'n3', children: ['n5'] },
      message: {
        ...said('assistant', [], by),
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
      },
    },
    n5: { id: 'n5', parent: 'n4', children: ['n6'], message: said('tool', ['1']) },
    n6: { id: 'n6', parent: 'n5', children: ['n7'], message: said('user', ['And in Portuguese?']) },
    n7: { id: 'n7', parent: 'n6', children: [], message: said('assistant', ['Papagaio.'], by) },
  },
}

/** The same with another, abandoned answer to its first question. */
export const CHATGPT_BRANCHED = {
  ...CHATGPT,
  mapping: {
    ...CHATGPT.mapping,
    n3b: { id: 'n3b', parent: 'n2', children: [], message: said('assistant', ['A branch that was left'], by) },
  },
}

/** A conversation of this many messages. */
export const longChatGpt = (many: number): object => ({
  ...{ title: 'Long', create_time: 1_700_000_000, update_time: 1_700_000_100, conversation_id: 'c3' },
  current_node: `m${many - 1}`,
  mapping: Object.fromEntries(
    Array.from({ length: many }, (_, n) => [
      `m${n}`,
      {
        ...{ id: `m${n}`, parent: n > 0 ? `m${n - 1}` : null, children: n < many - 1 ? [`m${n + 1}`] : [] },
        message:
          n % 2 === 0 ? said('user', [`Kite, said ${n} times`]) : said('assistant', [`Kite, said ${n} times`], by),
      },
    ]),
  ),
})

export const CLAUDE = {
  ...{
    uuid: 'c2',
    name: 'Notes',
    created_at: '2025-05-01T10:00:00.000000Z',
    updated_at: '2025-05-01T10:05:00.000000Z',
  },
  account: { uuid: 'a' },
  chat_messages: [
    {
      ...{ uuid: 'm1', sender: 'human', text: 'Sum this up', created_at: '2025-05-01T10:00:01.000000Z' },
      content: [{ type: 'text', text: 'Sum this up' }],
      attachments: [{ file_name: 'notes.txt', file_size: 10, file_type: 'txt', extracted_content: 'Kites fly.' }],
      files: [{ file_name: 'photo.png' }],
    },
    {
      ...{ uuid: 'm2', sender: 'assistant', text: 'They fly.', created_at: '2025-05-01T10:00:09.000000Z' },
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'They fly.' },
        { type: 'tool_use', name: 'web_search', input: { query: 'kites' } },
        { type: 'tool_result', name: 'web_search', content: [] },
      ],
      ...{ attachments: [], files: [] },
    },
    { uuid: 'm3', sender: 'human', text: '(It ends here)', content: [], attachments: [], files: [] },
  ],
}

const ROOT = '00000000-0000-0000-0000-000000000000'
const flat = [
  {
    messageId: 'a',
    parentMessageId: ROOT,
    sender: 'User',
    text: 'Hello',
    isCreatedByUser: true,
    createdAt: '2025-01-01T00:00:00Z',
  },
  {
    messageId: 'b1',
    parentMessageId: 'a',
    sender: 'GPT-4',
    text: 'Hello.',
    isCreatedByUser: false,
    createdAt: '2025-01-01T00:00:01Z',
  },
  {
    ...{ messageId: 'b2', parentMessageId: 'a', sender: 'GPT-4', text: '', isCreatedByUser: false },
    ...{
      content: [{ type: 'text', text: { value: 'Hello again.' } }],
      model: 'gpt-4',
      createdAt: '2025-01-01T00:00:02Z',
    },
  },
  {
    messageId: 'c',
    parentMessageId: 'b2',
    sender: 'User',
    text: 'Bye',
    isCreatedByUser: true,
    createdAt: '2025-01-01T00:00:03Z',
  },
  {
    messageId: 'd',
    parentMessageId: 'c',
    sender: 'GPT-4',
    text: 'Bye.',
    isCreatedByUser: false,
    createdAt: '2025-01-01T00:00:04Z',
  },
]
const facts = {
  ...{ conversationId: 'c3', endpoint: 'openAI', title: 'Hello', exportAt: '2025-01-02T00:00:00.000Z' },
  ...{ branches: true, options: {} },
}
export const LIBRECHAT = { ...facts, recursive: false, messages: flat }

type Message = (typeof flat)[number] & { children?: Message[] }
const withChildren = (message: (typeof flat)[number]): Message => ({
  ...message,
  children: flat.filter(({ parentMessageId }) => parentMessageId === message.messageId).map(withChildren),
})
export const LIBRECHAT_RECURSIVE = {
  ...facts,
  recursive: true,
  messages: flat.filter(({ parentMessageId }) => parentMessageId === ROOT).map(withChildren),
}
