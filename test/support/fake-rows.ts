import { castDraft, type Draft } from 'mutative'
import type { ArtifactVersion } from '../../src/agent/artifact-version.ts'
import type { Config } from '../../src/agent/config.ts'
import type { Head } from '../../src/agent/head.ts'
import type { Answer, Message, ToolCall, UserMessage } from '../../src/agent/message.ts'
import { DEFAULT_LIMITS } from '../../src/settings/limits.ts'

/** Rows and heads for tests of the page, complete and valid; every test changes what it is about. */

export const fakeConfig = (): Draft<Config> => ({
  model: { providerId: 'demo', model: 'demo', thinking: 'off' },
  systemPrompt: '',
  tools: { write_file: { repeat: 'pure', approval: 'ask', sequential: true } },
  steerMode: 'one',
  followUpMode: 'one',
  execution: 'parallel',
  limits: DEFAULT_LIMITS,
  compressAbove: null,
})

export const fakeHead = (sessionId: string, messages: readonly Message[]): Draft<Head> => ({
  sessionId,
  agentVersion: 1,
  seq: 100 + messages.length,
  timestamp: Date.now(),
  createdAt: Date.now(),
  title: 'A session',
  deletedAt: null,
  count: messages.length,
  unseen: null,
  hold: null,
  turnsLeft: 50,
  run: { tokens: 0, cost: 0 },
  spent: { day: 0, cost: 0 },
  sameCall: null,
  live: [],
  unsettled: [],
  newestCut: 0,
  last: lastOf(messages),
  lastUserSeq: 0,
  queued: { steer: 0, followUp: 0 },
  contextSize: 0,
  compressAbove: null,
  compressedFor: null,
  summaryCutAt: 0,
  recent: [],
})

/** The head's `last` field for its last row. */
export const lastOf = (messages: readonly Message[]): Draft<Head['last']> => {
  const row = messages.at(-1)
  if (!row) return null
  if (row.role === 'user') return { n: row.n, role: 'user', key: row.id, status: '', calls: 0, settled: false }
  const { n, cut, status, calls, settledAt } = row
  return { n, role: 'assistant', key: String(cut), status, calls: calls.length, settled: settledAt !== null }
}

export const userRow = (n: number, text: string): Draft<UserMessage> => ({
  role: 'user',
  n,
  seq: n + 1,
  timestamp: 1_700_000_000_000 + n,
  id: `user-${n}`,
  content: [{ type: 'text', text }],
  delivery: 'steer',
})

export const answerRow = (n: number, text: string, more: Partial<Answer> = {}): Draft<Answer> => ({
  role: 'assistant',
  n,
  seq: n + 1,
  timestamp: 1_700_000_000_000 + n,
  cut: n,
  attempt: 0,
  starts: 1,
  status: 'complete',
  content: text === '' ? [] : [{ type: 'text', text }],
  calls: [],
  changedContext: false,
  retryAt: null,
  settledAt: n + 1,
  failure: null,
  model: { providerId: 'demo', model: 'demo' },
  stopReason: 'stop',
  usage: null,
  cost: null,
  endedAt: null,
  ...castDraft(more),
})

export const callOf = (id: string, more: Partial<ToolCall> = {}): Draft<ToolCall> => ({
  id,
  providerId: id,
  name: 'write_file',
  args: '{"path":"notes.md","content":"# Notes"}',
  repeat: 'pure',
  sequential: true,
  status: 'closed',
  turnAt: null,
  attempt: 0,
  started: true,
  starts: 1,
  until: null,
  closeWith: null,
  question: null,
  result: null,
  ...castDraft(more),
})

/** A head whose answer in row `n` is streaming. */
export const streamingHead = (n: number, cut: number): Pick<Head, 'live'> => ({
  live: [{ n, cut, attempt: 0, starts: 1, status: 'streaming', retryAt: null }],
})

/** A head whose answer in row `n` waits for these calls. */
export const unsettledHead = (n: number, cut: number, calls: ToolCall[]): Pick<Head, 'unsettled'> => ({
  unsettled: [
    {
      n,
      cut,
      sequential: false,
      calls: calls.map(({ id, name, status, attempt, turnAt, until }) => ({
        id,
        name,
        status,
        attempt,
        turnAt,
        until,
      })),
    },
  ],
})

/** `count` rows, alternating question and answer. */
export const manyRows = (count: number): Message[] =>
  Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? userRow(n, `Question ${n}`)
      : answerRow(n, `Answer ${n} with **some** words.\n\nAnd a second paragraph.`),
  )

/** Each version of the page at `path` that these rows show. */
export const fakeArtifacts = (rows: readonly Message[], path: string): ArtifactVersion[] =>
  rows.flatMap((row) =>
    (row.role === 'assistant' ? row.calls : []).flatMap(({ id, result }) =>
      result?.details?.shape === 'artifact' && result.details.path === path
        ? [{ callId: id, timestamp: result.timestamp, blob: result.details.blob, title: result.details.title }]
        : [],
    ),
  )
