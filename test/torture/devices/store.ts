import type { Input } from '../../../src/agent/input.ts'
import { engineOf } from '../../../src/sync/engines.ts'
import { LISTED, type ObjectStore } from '../../../src/sync/object-store.ts'
import { encodeRecovery, parseRecovery, type Recovery } from '../../../src/sync/recovery-code.ts'
import { decodeSegment, hashOf } from '../../../src/sync/segment.ts'
import { openVault } from '../../../src/sync/vault.ts'
import { openStorage } from '../../../src/worker/ports/open-storage.ts'
import { COUCH_USER } from '../../support/couchdb-server.ts'
import type { Evidence as Said, SaidRow } from '../../support/devices-oracle.ts'

/** The storage behind the devices' backs: what it is connected by, and the log that lies in it, opened. */

export const ENGINE = 'couchdb'

/** What a person types to connect it. */
export function fieldsOf(url: string): Record<string, string> {
  const { origin, pathname } = new URL(url)
  return { address: origin, database: pathname.slice(1), ...COUCH_USER }
}

/** The code of another device, for one that reaches the same storage at its own address. */
export async function codeFor(code: string, url: string): Promise<string> {
  return encodeRecovery({ ...(await recoveryOf(code)), fields: fieldsOf(url) }, '')
}

async function recoveryOf(code: string): Promise<Recovery> {
  const parsed = await parseRecovery(code, '')
  if (parsed.type !== 'recovery') throw new Error(`The recovery code is ${parsed.type}.`)
  return parsed.recovery
}

/** The storage as its owner reaches it, and the keys of its objects. */
async function openLog(url: string, code: string) {
  const engine = engineOf(ENGINE)
  if (engine === null) throw new Error('There is no such engine.')
  const { vaultKey } = await recoveryOf(code)
  const vault = await openVault(vaultKey)
  const { store }: { store: ObjectStore } = openStorage(engine, fieldsOf(url), url)
  return { vault, store }
}

/**
 * Every segment of the log, in the order of their slots. What belongs to a lost part of the log is stepped over.
 * Rejects if one cannot be opened or read.
 */
export async function readLog(
  url: string,
  code: string,
  log: string,
): Promise<(Said['log'][number] & { slot: number })[]> {
  const { vault, store } = await openLog(url, code)
  const segments: (Said['log'][number] & { slot: number })[] = []
  for (let slot = 0, after = 0; ; slot++) {
    const place = { kind: 'segment', log, slot } as const
    const sealed = await store.get(await vault.keyOf(place), AbortSignal.timeout(20_000))
    if (sealed === null) return segments
    const bytes = await vault.open(place, sealed)
    const decoded = decodeSegment(bytes, 0)
    if (decoded.type !== 'segment') throw new Error(`Slot ${slot} is ${decoded.type}.`)
    const { kind, device, previous, rows } = decoded.segment
    if (previous !== (segments.at(-1)?.hash ?? '')) continue
    if ((rows[0]?.seq ?? after + 1) <= after) throw new Error(`Slot ${slot} holds rows that were there before.`)
    after = rows.at(-1)?.seq ?? after
    const said = rows.map(({ input }) => saidOf(input))
    segments.push({ slot, kind, device, previous, hash: await hashOf(bytes), rows: said })
  }
}

/** Resolves to the calls whose start was lost with them: another device does not know that they began. Slot 0 stays. */
export async function loseSegments(url: string, code: string, log: string, many: number): Promise<string[]> {
  const { vault, store } = await openLog(url, code)
  const lost = (await readLog(url, code, log)).slice(1).slice(-many)
  for (const { slot } of lost.toReversed())
    await store.remove(await vault.keyOf({ kind: 'segment', log, slot }), AbortSignal.timeout(20_000))
  return startsIn(lost)
}

/** Every object of the storage. */
export type Backup = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

export async function takeBackup(url: string, code: string): Promise<Backup> {
  const { store } = await openLog(url, code)
  const all = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const key of await keysIn(store)) {
    const bytes = await store.get(key, AbortSignal.timeout(20_000))
    if (bytes !== null) all.set(key, bytes)
  }
  return all
}

/** Resolves to the calls whose start was lost with what came after the backup. */
export async function setBack(url: string, code: string, log: string, backup: Backup): Promise<string[]> {
  const { store } = await openLog(url, code)
  const before = new Set<string>()
  // what was on its way arrives meanwhile
  for (let extra = await keysIn(store); ; extra = await keysIn(store)) {
    for (const call of await startsAnywhere(url, code, log)) before.add(call)
    extra = extra.filter((key) => !backup.has(key))
    if (extra.length === 0) break
    for (const key of extra) await store.remove(key, AbortSignal.timeout(20_000))
  }
  for (const [key, bytes] of backup) {
    const now = await store.get(key, AbortSignal.timeout(20_000))
    if (now === null || Buffer.compare(now, bytes) !== 0) await store.put(key, bytes, AbortSignal.timeout(20_000))
  }
  const after = new Set(startsIn(await readLog(url, code, log)))
  return [...before].filter((call) => !after.has(call))
}

/**
 * The calls that begin in segments, also in those that follow from something lost and are stepped over. `but`: slots.
 */
export async function startsAnywhere(
  url: string,
  code: string,
  log: string,
  but: ReadonlySet<number> = new Set(),
): Promise<string[]> {
  const { vault, store } = await openLog(url, code)
  const prefix = await vault.prefixOf('segment', log)
  const starts: string[] = []
  for (const key of await keysIn(store)) {
    const slot = Number(key.slice(prefix.length))
    if (!key.startsWith(prefix) || but.has(slot)) continue
    const sealed = await store.get(key, AbortSignal.timeout(20_000))
    if (sealed === null) continue
    const place = { kind: 'segment', log, slot } as const
    const decoded = decodeSegment(await vault.open(place, sealed), 0)
    if (decoded.type === 'segment')
      starts.push(...startsIn([{ rows: decoded.segment.rows.map(({ input }) => saidOf(input)) }]))
  }
  return starts
}

async function keysIn(store: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | null = null; ; after = keys.at(-1) ?? null) {
    const page = await store.list('', after, AbortSignal.timeout(20_000))
    keys.push(...page.map(({ key }) => key))
    if (page.length < LISTED) return keys
  }
}

const startsIn = (log: readonly { rows: readonly SaidRow[] }[]): string[] =>
  log.flatMap(({ rows }) =>
    rows.flatMap(({ type, toolCallId }) => (type === 'toolkit-start' && toolCallId !== undefined ? [toolCallId] : [])),
  )

export const saidOf = (input: Input): SaidRow => ({
  ...{ seq: input.seq, type: input.type },
  ...('messageId' in input && { messageId: input.messageId }),
  ...('toolCallId' in input && { toolCallId: input.toolCallId }),
  ...('attempt' in input && { attempt: input.attempt }),
})
