import type { Input } from '../../../src/agent/input.ts'
import { engineOf } from '../../../src/sync/engines.ts'
import type { ObjectStore } from '../../../src/sync/object-store.ts'
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

/** Every segment of the log, in the order of their slots. Rejects if one cannot be opened or read. */
export async function readLog(url: string, code: string, log: string): Promise<Said['log']> {
  const engine = engineOf(ENGINE)
  if (engine === null) throw new Error('There is no such engine.')
  const { vaultKey } = await recoveryOf(code)
  const vault = await openVault(vaultKey)
  const { store }: { store: ObjectStore } = openStorage(engine, fieldsOf(url), url)
  const segments: Said['log'] = []
  for (let slot = 0, after = 0; ; slot++) {
    const place = { kind: 'segment', log, slot } as const
    const sealed = await store.get(await vault.keyOf(place), AbortSignal.timeout(20_000))
    if (sealed === null) return segments
    const bytes = await vault.open(place, sealed)
    const decoded = decodeSegment(bytes, after)
    if (decoded.type !== 'segment') throw new Error(`Slot ${slot} is ${decoded.type}.`)
    const { kind, device, previous, rows } = decoded.segment
    after = rows.at(-1)?.seq ?? after
    segments.push({ kind, device, previous, hash: await hashOf(bytes), rows: rows.map(({ input }) => saidOf(input)) })
  }
}

export const saidOf = (input: Input): SaidRow => ({
  ...{ seq: input.seq, type: input.type },
  ...('messageId' in input && { messageId: input.messageId }),
  ...('toolCallId' in input && { toolCallId: input.toolCallId }),
  ...('attempt' in input && { attempt: input.attempt }),
})
