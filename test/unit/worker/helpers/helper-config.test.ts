import { expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import type { Head } from '../../../../src/agent/head.ts'
import { initiate, NO_CONFIG } from '../../../../src/agent/initiate.ts'
import { helperConfig } from '../../../../src/worker/helpers/helper-config.ts'

const allow = { repeat: 'pure', approval: 'allow', sequential: false } as const
const config: Config = {
  ...NO_CONFIG,
  model: { providerId: 'p', model: 'm', thinking: 'off' },
  systemPrompt: 'Be kind.',
  tools: {
    read_file: allow,
    remember: { ...allow, approval: 'ask' },
    delegate: allow,
    wait: { ...allow, approval: 'never' },
  },
  grants: ['origin:https://example.org'],
  acts: { of: 'x', refuse: true },
  limits: { maxTurns: 50, maxTokensPerRun: 1000, maxCostPerRun: 1, maxCostPerDay: 2, maxSameCall: 5 },
}
const call = { id: '1', name: 'delegate', status: 'ready', attempt: 0, turnAt: 1, until: null } as const
const head = (calls: number): Head => ({
  ...initiate('s').head,
  run: { tokens: 200, cost: 0.5 },
  spent: { day: 1, cost: 1.75 },
  unsettled: [{ n: 1, cut: 1, sequential: false, calls: Array.from({ length: calls }, () => call) }],
})
const job = { title: '', task: '', tools: null, maxTurns: 7 }

it('a helper may do what the session may, and no more', () => {
  const made = helperConfig({ head: head(1), config }, job, 1, null)
  expect(made.tools).toEqual(config.tools)
  expect(made.grants).toEqual(config.grants)
  expect(made.acts).toBeUndefined()
  expect(helperConfig({ head: head(1), config: { ...config, mode: 'careful' } }, job, 1, null).mode).toBe('careful')
  expect(made.systemPrompt).toMatch(/^Be kind\.[\s\S]*helper/)
})
it('tools that were not given are never offered, and a name that the session does not have adds none', () => {
  const made = helperConfig({ head: head(1), config }, { ...job, tools: ['read_file', 'pay', 'wait'] }, 1, null)
  expect(Object.fromEntries(Object.entries(made.tools).map(([name, { approval }]) => [name, approval]))).toEqual({
    read_file: 'allow',
    remember: 'never',
    delegate: 'never',
    wait: 'never',
  })
})
it('the third generation does not delegate', () => {
  expect(helperConfig({ head: head(1), config }, job, 2, null).tools['delegate']?.approval).toBe('allow')
  expect(helperConfig({ head: head(1), config }, job, 3, null).tools['delegate']?.approval).toBe('never')
})
it('four helpers of one answer share what is left of the limits', () => {
  const { limits } = helperConfig({ head: head(4), config }, job, 1, null)
  expect(limits).toEqual({
    maxTurns: 7,
    maxTokensPerRun: 200,
    maxCostPerRun: 0.0625,
    maxCostPerDay: 0.0625,
    maxSameCall: 5,
  })
})
it('without limits there are none to share', () => {
  const free = { maxTurns: 50, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null }
  expect(helperConfig({ head: head(2), config: { ...config, limits: free } }, job, 1, null).limits).toEqual({
    ...free,
    maxTurns: 7,
  })
})
it('another model brings no window of the first one', () => {
  const window = { size: 9000, maxOutput: null, by: 'catalogue' } as const
  const model = { providerId: 'q', model: 'small', thinking: 'off' } as const
  expect(helperConfig({ head: head(1), config: { ...config, window } }, job, 1, model)).not.toHaveProperty('window')
  expect(helperConfig({ head: head(1), config: { ...config, window } }, job, 1, null).window).toEqual(window)
})
