import { expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import type { Head } from '../../../../src/agent/head.ts'
import { initiate, NO_CONFIG } from '../../../../src/agent/initiate.ts'
import { takenFromHelper } from '../../../../src/worker/helpers/taken-from-helper.ts'

const policy = (approval: 'allow' | 'ask' | 'never') => ({ repeat: 'once', approval, sequential: false }) as const
const config = (changes: Partial<Config> = {}): Config => ({
  ...NO_CONFIG,
  mode: 'free',
  tools: { disk_write: policy('allow'), fetch_page: policy('ask') },
  grants: ['origin:https://a.example', 'origin:https://b.example'],
  webSearch: true,
  ...changes,
})
const head: Head = { ...initiate('s').head, run: { tokens: 200, cost: 0.5 }, spent: { day: 1, cost: 1 } }
const taken = (after: Partial<Config>, helper: Partial<Config> = {}, before: Partial<Config> = {}) =>
  takenFromHelper({ before: config(before), after: config({ ...before, ...after }), head }, config(helper))

it('a mode, a tool, a site or a search that the person took from a session stayed with its helper', () => {
  expect(taken({ mode: 'ask' })).toEqual({ mode: 'ask' })
  expect(taken({ mode: 'careful' }, { mode: 'ask' })).toBeNull()
  const tools = { disk_write: policy('ask'), fetch_page: policy('never') }
  expect(taken({ tools })).toEqual({ tools })
  expect(taken({ tools: { fetch_page: policy('ask') } })).toEqual({
    tools: { disk_write: policy('never'), fetch_page: policy('ask') },
  })
  expect(taken({ grants: ['origin:https://b.example'] })).toEqual({ grants: ['origin:https://b.example'] })
  expect(taken({ webSearch: false })).toEqual({ webSearch: false })
})

it('what a session is given, or what does not change, reaches no helper; what the person gave a helper stays its own', () => {
  expect(taken({})).toBeNull()
  expect(taken({ mode: 'free', webSearch: true }, { mode: 'ask', webSearch: false }, { mode: 'ask' })).toBeNull()
  expect(taken({ grants: [] }, { grants: ['origin:https://c.example'] })).toBeNull()
  expect(taken({ systemPrompt: 'Other.' }, { mode: 'free' }, { mode: 'ask' })).toBeNull()
  // a helper that may do less keeps it
  const strict = { disk_write: policy('never'), fetch_page: policy('never') }
  expect(taken({ tools: { disk_write: policy('ask'), fetch_page: policy('ask') } }, { tools: strict })).toBeNull()
})

it('a limit that the person lowers while helpers work leaves them what they had', () => {
  const limits = { ...NO_CONFIG.limits, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null }
  const lowered = { limits: { ...limits, maxTokensPerRun: 1000, maxCostPerDay: 1.25 } }
  expect(taken(lowered, { limits }, { limits })).toEqual({
    limits: { ...limits, maxTokensPerRun: 800, maxCostPerDay: 0.25 },
  })
  const less = { limits: { ...limits, maxTokensPerRun: 10, maxCostPerDay: 0.1 } }
  expect(taken(lowered, less, { limits })).toBeNull()
  expect(taken({ limits }, less, lowered)).toBeNull()
})
