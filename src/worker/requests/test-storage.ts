import type { StorageTest } from '../../protocol/devices.ts'
import { diagnoseStorage } from '../../sync/diagnose.ts'
import type { Engine, OpenStore } from '../../sync/engine.ts'
import type { StoreProblem } from '../../sync/object-store.ts'
import { probe } from '../../sync/probe.ts'
import { openStorage } from '../ports/open-storage.ts'
import { isThere } from './is-there.ts'

/** Time limit of the whole test, in ms. */
const DEADLINE = 90_000

/** Connects to the storage and tests its compare-and-set with two writers. Never rejects because of the storage. */
export async function testStorage(engine: Engine, fields: Record<string, string>, url: string): Promise<StorageTest> {
  const open = openStorage(engine, fields, url)
  const { store, check } = open
  try {
    const { fits, message, problem } = await probe(store, { check, signal: AbortSignal.timeout(DEADLINE) })
    if (fits) return { ok: true, message: `${message}${clockWords(open)}`, next: null, guide: false }
    return problem === undefined ? { ok: false, message, next: null, guide: false } : explain(engine, url, problem)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error
    return explain(engine, url, {
      kind: 'timeout',
      message: `The storage took longer than ${DEADLINE / 1000} seconds.`,
    })
  }
}

/** The result in words, with advice. */
export async function explain(engine: Engine, url: string, problem: StoreProblem): Promise<StorageTest> {
  const reachable = problem.kind === 'unreachable' ? await isThere(url) : null
  return { ok: false, ...diagnoseStorage({ engine, url, problem, online: navigator.onLine, reachable }) }
}

function clockWords({ clockOffset }: OpenStore): string {
  const minutes = Math.round((clockOffset?.() ?? 0) / 60_000)
  if (minutes === 0) return ''
  const size = Math.abs(minutes) < 120 ? `${Math.abs(minutes)} minutes` : `${Math.round(Math.abs(minutes) / 60)} hours`
  return ` This device’s clock is ${size} ${minutes > 0 ? 'behind' : 'ahead of'} the storage’s. That is accounted for.`
}
