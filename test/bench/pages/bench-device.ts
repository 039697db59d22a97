import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { createGuardedFetch } from '../../../src/effects/guarded-fetch.ts'
import type { Published } from '../../../src/protocol/published.ts'
import type { Provider } from '../../../src/settings/provider.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { saveProvider } from '../../../src/storage/settings/settings.ts'
import type { ObjectStore } from '../../../src/sync/object-store.ts'
import { makeS3 } from '../../../src/sync/s3.ts'
import { makeS3Signature, type S3Credentials } from '../../../src/sync/s3-signature.ts'
import type { Vault } from '../../../src/sync/vault.ts'
import { makeNetwork } from '../../../src/worker/ports/network.ts'
import { startWriter } from '../../../src/worker/writer/writer.ts'

/** A bucket in the bench's own process. */
export type Bucket = { url: string; keys: S3Credentials }
/** What went over the line: requests, and bytes of bodies up and down. */
export type Traffic = { requests: number; up: number; down: number }

/** The product's own way to a bucket, with what goes over it counted. */
export function connectBucket({ url, keys }: Bucket): { store: ObjectStore; traffic: Traffic } {
  const traffic: Traffic = { requests: 0, up: 0, down: 0 }
  const { sign, setTime } = makeS3Signature(keys)
  const fetch = createGuardedFetch({
    allowed: (origin) => origin === new URL(url).origin,
    secretFor: () => null,
    sign,
    fetch: async (input, init) => {
      traffic.requests += 1
      traffic.up += init?.body instanceof Uint8Array ? init.body.length : 0
      const response = await globalThis.fetch(input, init)
      const bytes = await response.arrayBuffer()
      traffic.down += bytes.byteLength
      return new Response(bytes.byteLength === 0 ? null : bytes, response)
    },
  })
  return { store: makeS3({ url, fetch, setTime }), traffic }
}

export type BenchDevice = {
  db: Database
  /** Resolves to the time at which a page knows that it is kept, ms. */
  tell: (sessionId: string, input: UserIntent) => Promise<number>
  create: (sessionId: string) => Promise<void>
  /** Resolves to the time at which the run of a session has ended, ms; to be called before it ends. */
  rested: (sessionId: string) => Promise<number>
  /** The worker ends, and its database goes. */
  remove: () => Promise<void>
}

/** A device: a database of its own and the product's writer on it. `storage` null: it is connected to none. */
export async function startDevice(
  name: string,
  providers: readonly Provider[],
  storage: { store: ObjectStore; vault: Vault } | null,
  hear: (message: Published) => void = () => {},
): Promise<BenchDevice> {
  const database = `bench-${name}-${crypto.randomUUID()}`
  const handlers = { onBlocked: () => {}, onVersionChange: (close: () => void) => close() }
  const opened = await openDatabase({ ...handlers, onTerminated: () => {}, onEmptied: () => {} }, database)
  if (opened.type === 'failed') throw new Error(opened.fault.message)
  const { db } = opened
  for (const provider of providers) await saveProvider(db, provider)
  const waiting = new Map<string, (at: number) => void>()
  const publish = (message: Published): void => {
    hear(message)
    if (message.type !== 'sessions-changed') return
    for (const { id, busy } of message.sessions) {
      if (busy) continue
      waiting.get(id)?.(performance.now())
      waiting.delete(id)
    }
  }
  const writer = await startWriter({
    ...{ db, epoch: await claimEpoch(db), network: makeNetwork(() => true), clean: () => true, safe: false },
    ...{ publish, isShown: () => true, superseded: () => {} },
    report: (error) => console.error(name, error),
    openStorage: async () => storage && { ...storage, device: { id: name, name } },
  })
  const run = async (command: Parameters<typeof writer.run>[1]): Promise<number> => {
    const answered = await writer.run(crypto.randomUUID().slice(0, 12), command)
    if (answered?.type !== 'acknowledged') throw new Error(`${name}: ${JSON.stringify(answered)}`)
    return performance.now()
  }
  return {
    db,
    tell: (sessionId, input) => run({ kind: 'input', sessionId, input }),
    create: async (sessionId) => {
      const how = { providerId: 'bench', model: 'bench', thinking: 'off' } as const
      await run({ kind: 'create-session', sessionId, ...how })
    },
    rested: (sessionId) => new Promise((resolve) => waiting.set(sessionId, resolve)),
    remove: async () => {
      writer.stop()
      db.close()
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database)
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
    },
  }
}
