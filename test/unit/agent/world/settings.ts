import type { Config, ToolPolicy } from '../../../../src/agent/config.ts'
import type { Delivery } from '../../../../src/agent/message.ts'

export const OPS = [
  'send',
  'cancel',
  'abort',
  'retry',
  'decide',
  'settle',
  'continue',
  'configure',
  'step',
  'go',
  'advance',
  'flush',
  'crash',
  'clock',
  'nonsense',
  'replay',
  'history',
  'plan',
  'more',
  'branch',
] as const
/**
 * What the model is like in a run: anything, or one that makes no summaries, or one that finds everything too long, or
 * that is overloaded.
 */
export type Mood = 'any' | 'no-summaries' | 'too-long' | 'no-room'
export type Command = { op: (typeof OPS)[number]; a: number; b: number; c: number }

export const TOOLS: Record<string, ToolPolicy> = {
  read: { repeat: 'pure', approval: 'allow', sequential: false },
  put: { repeat: 'idempotent', approval: 'allow', sequential: false },
  pay: { repeat: 'once', approval: 'ask', sequential: false },
  mail: { repeat: 'once', approval: 'allow', sequential: true },
  rm: { repeat: 'once', approval: 'never', sequential: false },
}
export const NAMES = [...Object.keys(TOOLS), 'nosuch']
export const DELIVERIES: readonly Delivery[] = ['steer', 'follow-up', 'now', 'interrupt', 'now']
export const PATHS = ['a.txt', 'b.txt', 'dir/c.txt']

export const CONFIG: Config = {
  model: { providerId: 'p', model: 'm', thinking: 'off' },
  systemPrompt: 'be kind',
  tools: TOOLS,
  steerMode: 'one',
  followUpMode: 'one',
  execution: 'parallel',
  limits: { maxTurns: 4, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null },
  compressAbove: 12,
}
/** Who is asked instead. */
export const FALLBACK = {
  models: [
    { providerId: 'q', model: 'second' },
    { providerId: 'p', model: 'third' },
  ],
  after: 2,
}
