import type { Config } from '../../../src/agent/config.ts'
import type { Head } from '../../../src/agent/head.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input } from '../../../src/agent/input.ts'
import type { Answer, QueuedMessage, UserMessage } from '../../../src/agent/message.ts'
import type { OpenHandlers } from '../../../src/storage/open.ts'

/** Rows and inputs for the tests of storage, with what matters given by each test. */

export const SESSION = 'session-1'

export const quietHandlers: OpenHandlers = {
  onBlocked: () => {},
  onVersionChange: (close) => close(),
  onTerminated: () => {},
  onEmptied: () => {},
}

export const CONFIG: Config = {
  model: { providerId: 'p', model: 'm', thinking: 'off' },
  systemPrompt: 'Be kind.',
  tools: { read: { repeat: 'pure', approval: 'allow', sequential: false } },
  steerMode: 'one',
  followUpMode: 'one',
  execution: 'parallel',
  limits: { maxTurns: 50, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: 5 },
  compressAbove: null,
}

export const head = (changes: Partial<Head> = {}): Head => ({
  ...initiate(SESSION).head,
  seq: 1,
  timestamp: 1000,
  createdAt: 1000,
  turnsLeft: 50,
  ...changes,
})

export const userMessage = (n: number, seq = n + 2, text = `message ${n}`): UserMessage => ({
  role: 'user',
  n,
  seq,
  timestamp: 1000 + n,
  id: `user-${n}`,
  content: [{ type: 'text', text }],
  delivery: 'steer',
})

export const answer = (n: number, changes: Partial<Answer> = {}): Answer => ({
  role: 'assistant',
  n,
  seq: n + 2,
  timestamp: 1000 + n,
  cut: n + 1,
  attempt: 1,
  starts: 1,
  status: 'complete',
  content: [{ type: 'text', text: `answer ${n}` }],
  calls: [],
  changedContext: false,
  retryAt: null,
  settledAt: n + 2,
  failure: null,
  model: { providerId: 'p', model: 'm' },
  stopReason: 'stop',
  usage: null,
  cost: null,
  endedAt: 1001 + n,
  ...changes,
})

export const queued = (id: string, seq: number): QueuedMessage => ({
  id,
  seq,
  timestamp: 1000 + seq,
  content: [{ type: 'text', text: `waiting ${id}` }],
  delivery: 'steer',
})

export const input = (seq: number): Input => ({
  type: 'user-name-session',
  title: `name ${seq}`,
  seq,
  timestamp: 1000 + seq,
})

export const created = (sessionId: string = SESSION, seq = 1): Input => ({
  type: 'session-create',
  sessionId,
  config: CONFIG,
  seq,
  timestamp: 1000,
})
