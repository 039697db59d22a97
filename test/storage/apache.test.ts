import { expect, test } from 'vitest'
import { probe } from '../../src/sync/probe.ts'
import { startedStore } from './started-store.ts'
import { makeWebDav } from './webdav.ts'

const { url, version } = startedStore('apache')
const signal = new AbortController().signal

test('Apache says that something is there to whoever comes second, and lets several win who come at once: it has to be raced', async () => {
  const store = makeWebDav(url)
  const won: Record<number, number> = {}
  for (let round = 0; round < 200; round++) {
    const key = `race/${round}`
    const said = await Promise.all([1, 2].map((n) => store.create(key, Uint8Array.of(n), signal)))
    const winners = said.filter((created) => created === 'created').length
    won[winners] = (won[winners] ?? 0) + 1
    expect(await store.create(key, Uint8Array.of(3), signal), `round ${round}`).toBe('exists')
  }
  console.log(`Apache ${version}, 200 races of two, by how many won:`, won)
  expect(won[2] ?? 0).toBeGreaterThan(0)
})

test('the probe refuses it each time, in words, and leaves nothing there', async () => {
  const store = makeWebDav(url)
  for (let time = 0; time < 20; time++) {
    const { fits, message, problem } = await probe(store, { signal })
    expect({ fits, problem }, `the ${time}. time`).toEqual({ fits: false, problem: undefined })
    expect(message).toMatch(/^(With 6 simultaneous writers, this storage told [2-6] |This storage didn’t return )/)
    expect(message).toContain('Two devices could overwrite each other there, so it can’t be used.')
  }
  expect(await store.list('probe/', null, signal)).toEqual([])
})
