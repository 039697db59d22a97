import { describe, expect, it } from 'vitest'
import { type Job, runJobs } from '../../run/queue.mjs'

type Plan = { load?: number; after?: string[]; alone?: boolean; passes?: boolean; takes?: number }

/** Runs jobs that end by themselves after some turns of the event loop; says who ran beside whom. */
async function runPlan(plan: Record<string, Plan>, cores = 2) {
  const events: string[] = []
  const running = new Set<string>()
  const beside: Record<string, string[]> = {}
  const endings: Record<string, string> = {}
  const jobs: Job[] = Object.entries(plan).map(([title, { load = 1, passes = true, takes = 1, ...rest }]) => ({
    title,
    load,
    ...rest,
    run: async () => {
      running.add(title)
      for (const name of running) {
        beside[name] = [...(beside[name] ?? []), ...[...running].filter((other) => other !== name)]
      }
      for (let turn = 0; turn < takes; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      running.delete(title)
      return passes
    },
  }))
  await runJobs(jobs, cores, {
    onStart: ({ title }) => events.push(title),
    onEnd: ({ title }, how) => {
      endings[title] = how
    },
  })
  return { events, beside, endings }
}

describe('the queue of a test run', () => {
  it('runs side by side only as many jobs as the cores have room for', async () => {
    const { beside } = await runPlan({ a: { takes: 3 }, b: { takes: 3 }, c: {}, d: {} })
    expect(beside['a']).toContain('b')
    for (const others of Object.values(beside)) expect(new Set(others).size).toBeLessThanOrEqual(3)
    expect(beside['c']).not.toContain('a')
  })

  it('lets jobs that mostly wait run beside those that work', async () => {
    const { events } = await runPlan({ a: { takes: 5 }, b: { load: 0.5, takes: 5 }, c: { load: 0.5, takes: 5 } })
    expect(events).toEqual(['a', 'b', 'c'])
  })

  it('starts a short job past a long one that has no room yet', async () => {
    const { events } = await runPlan({ a: { load: 1.5, takes: 3 }, b: { load: 1 }, c: { load: 0.5 } })
    expect(events).toEqual(['a', 'c', 'b'])
  })

  it('starts nothing beside a job that measures time', async () => {
    const { beside } = await runPlan({ a: { alone: true }, b: {}, c: { load: 0.1 } })
    expect(beside['a'] ?? []).toEqual([])
  })

  it('does not run what a failed job was to prepare, and counts it', async () => {
    const { endings, events } = await runPlan({
      build: { passes: false },
      tests: { after: ['build'] },
      later: { after: ['tests'] },
      other: {},
    })
    expect(endings).toEqual({ build: 'failed', tests: 'not run', later: 'not run', other: 'passed' })
    expect(events).toEqual(['build', 'other'])
  })

  it('refuses a job that waits for one that does not exist, instead of passing without it', () => {
    const jobs: Job[] = [{ title: 'a', load: 1, after: ['b'], run: async () => true }]
    expect(() => runJobs(jobs, 2)).toThrow('"a" waits for "b", which does not exist.')
  })

  it('refuses jobs that wait for each other, instead of hanging', async () => {
    await expect(runPlan({ a: { after: ['b'] }, b: { after: ['a'] } })).rejects.toThrow('wait for each other')
  })
})
