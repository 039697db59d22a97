import type { Config } from './config.ts'
import type { State } from './state.ts'
import { AGENT_VERSION } from './version.ts'

/** The configuration of a session before it has one: no model, no tools. */
export const NO_CONFIG: Config = {
  model: { providerId: '', model: '', thinking: 'off' },
  systemPrompt: '',
  tools: {},
  steerMode: 'one',
  followUpMode: 'one',
  execution: 'parallel',
  limits: { maxTurns: 1, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null },
  compressAbove: null,
}

/**
 * The state of a session before `session-create`, the first row of every journal. No other input applies to it. Folding
 * a journal with `transition` starts here.
 */
export const initiate = (sessionId: string): State => ({
  head: {
    sessionId,
    agentVersion: AGENT_VERSION,
    seq: 0,
    timestamp: 0,
    createdAt: 0,
    title: null,
    deletedAt: null,
    count: 0,
    unseen: null,
    hold: null,
    turnsLeft: NO_CONFIG.limits.maxTurns,
    run: { tokens: 0, cost: 0 },
    spent: { day: 0, cost: 0 },
    sameCall: null,
    live: [],
    unsettled: [],
    newestCut: 0,
    last: null,
    lastUserSeq: 0,
    queued: { steer: 0, followUp: 0 },
    contextSize: 0,
    compressAbove: null,
    compressedFor: null,
    summaryCutAt: 0,
    recent: [],
  },
  config: NO_CONFIG,
  summary: null,
  plan: null,
  queue: [],
  messages: [],
  files: [],
})
