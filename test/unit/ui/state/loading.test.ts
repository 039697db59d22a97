import { expect, it } from 'vitest'
import { makeLoading } from '../../../../src/ui/base/state/loading.ts'
import type { Store } from '../../../../src/ui/base/state/store.ts'
import type { Connection } from '../../../../src/ui/base/worker-link/connection.ts'

const storeInto = (shown: Record<string, unknown>): Store => {
  const set = (name: string, value: unknown): void => {
    shown[name] = value
  }
  return { state: {}, set } as unknown as Store
}

/** A page whose worker answers by hand, with its list of providers as it is when it is asked. */
function atWorker() {
  const shown: Record<string, unknown> = {}
  const asked: { kind: string; answer: () => void }[] = []
  let list: string[] = []
  const request = ({ kind }: { kind: string }): Promise<unknown> => {
    const found = structuredClone(list)
    return new Promise((resolve) => asked.push({ kind, answer: () => resolve(found) }))
  }
  const store = storeInto(shown)
  const told: string[] = []
  const loading = makeLoading({ request } as unknown as Connection, store, (text) => told.push(text))
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return {
    loading,
    shown,
    asked,
    told,
    turns,
    change: (next: string[]): void => {
      list = next
    },
  }
}

it('a provider that was just saved was not in the list when its dialog closed, so the first message asked another: what was read before is read once more', async () => {
  const { loading, shown, asked, turns, change } = atWorker()
  change(['first'])
  void loading.providers()
  change(['first', 'second'])
  let known: unknown = null
  void loading.providers().then(() => {
    known = shown['providers']
  })
  void loading.providers()
  await turns()
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  await turns()
  expect(shown['providers']).toEqual(['first'])
  expect(known).toBe(null)
  // two that wait are one reading
  expect(asked).toHaveLength(2)
  // a change while that one is under way is no more in it than the one before was
  change(['first', 'second', 'third'])
  const last = loading.providers()
  asked[1]?.answer()
  await turns()
  expect(known).toEqual(['first', 'second'])
  expect(asked).toHaveLength(3)
  asked[2]?.answer()
  await last
  expect(shown['providers']).toEqual(['first', 'second', 'third'])
  await turns()
  expect(asked).toHaveLength(3)
})

it('what cannot be read is told, and the next reading goes on', async () => {
  const { told, turns } = atWorker()
  const answers = [Promise.reject(new Error('The worker is away.')), Promise.resolve(['one'])]
  const shown: Record<string, unknown> = {}
  const store = storeInto(shown)
  const connection = { request: () => answers.shift() } as unknown as Connection
  const loading = makeLoading(connection, store, (text) => told.push(text))
  void loading.providers()
  await loading.providers()
  await turns()
  expect(told).toEqual(['The worker is away.'])
  expect(shown['providers']).toEqual(['one'])
})
