import * as z from 'zod/mini'
import { StorageFields, SyncedStorage } from '../settings/synced-storage.ts'

/** The storage that the person's devices share, as the settings show and change it. */

const Code = z.string().check(z.maxLength(40_000))
const Passphrase = z.string().check(z.maxLength(1024))
/** A secret field that is absent: the stored one, at the same origin. */
const choice = { engine: SyncedStorage.shape.engine, fields: StorageFields }

export const DEVICE_REQUESTS = [
  z.object({ kind: z.literal('get-devices') }),
  z.object({ kind: z.literal('test-storage'), ...choice }),
  /** Tests it, and makes a new vault there. */
  z.object({ kind: z.literal('connect-storage'), ...choice }),
  /** The same vault as on the device that the code is of. */
  z.object({ kind: z.literal('connect-by-code'), code: Code, passphrase: Passphrase }),
  /** What is in it, without a secret. */
  z.object({ kind: z.literal('read-code'), code: Code, passphrase: Passphrase }),
  /** `passphrase`: around it; '' for none. */
  z.object({ kind: z.literal('make-code'), passphrase: Passphrase }),
  z.object({ kind: z.literal('pause-storage'), paused: z.boolean() }),
  /** Here. What is there stays there. */
  z.object({ kind: z.literal('forget-storage') }),
] as const

const EngineView = z.object({
  id: z.string(),
  name: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      hint: z.string(),
      secret: z.boolean(),
      value: z.optional(z.string()),
    }),
  ),
  guide: z.array(z.object({ words: z.string(), paste: z.string() })),
})

/** `hasSecrets`: its credentials and the vault's key can be read on this device, now or when the keys are unlocked. */
const StorageView = z.extend(SyncedStorage, { engineName: z.string(), hasSecrets: z.boolean() })
export const DevicesView = z.object({ storage: z.nullable(StorageView), engines: z.array(EngineView) })
export type DevicesView = z.infer<typeof DevicesView>

/** `field`: where the problem is; `guide`: the engine's text to paste helps. */
const StorageTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  next: z.string(),
  guide: z.boolean(),
  field: z.optional(z.string()),
})
export type StorageTest = z.infer<typeof StorageTest>

const CodeView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('storage'), engine: z.string(), url: z.string() }),
  z.object({ type: z.literal('passphrase') }),
  z.object({ type: z.literal('broken'), message: z.string() }),
])
export type CodeView = z.infer<typeof CodeView>

export const DEVICE_RESULTS = {
  'get-devices': DevicesView,
  'test-storage': StorageTest,
  'connect-storage': StorageTest,
  'connect-by-code': StorageTest,
  'read-code': CodeView,
  'make-code': z.string(),
  'pause-storage': DevicesView,
  'forget-storage': DevicesView,
}
export type DeviceKind = keyof typeof DEVICE_RESULTS
