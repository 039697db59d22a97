import * as z from 'zod/mini'
import { StorageFields, SyncedStorage } from '../settings/synced-storage.ts'
import { SessionId } from './common.ts'

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
  /** Those that have said something in the storage, this one among them. */
  z.object({ kind: z.literal('list-devices') }),
  /** How others call this one. */
  z.object({ kind: z.literal('name-device'), name: z.string().check(z.minLength(1), z.maxLength(60)) }),
  /** Another one is to share no more: it learns it when it comes. */
  z.object({ kind: z.literal('remove-device'), device: z.string().check(z.maxLength(64)) }),
  /** How much lies in the storage. */
  z.object({ kind: z.literal('measure-storage') }),
  /** Whether all sessions are shared, or those alone of which a person says so; and whether providers are lent with their keys. */
  z.object({
    kind: z.literal('choose-shared'),
    onlyChosen: z.optional(z.boolean()),
    lendsProviders: z.optional(z.boolean()),
  }),
  /** How one session stands. */
  z.object({ kind: z.literal('session-sharing'), sessionId: SessionId }),
  /** What a call came to whose outcome is unknown here, as another device says it. */
  z.object({
    kind: z.literal('late-result'),
    sessionId: SessionId,
    toolCallId: z.string().check(z.maxLength(200)),
    attempt: z.int(),
  }),
  /** All that these devices have in the storage, which is then forgotten here. */
  z.object({ kind: z.literal('empty-storage') }),
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
const CountedView = z.object({ ms: z.number(), requests: z.number() })
/**
 * `borrowed`: providers of other devices that are used here. `requests`: that sharing has made, at work and at rest; null: none yet. `trouble`: why it
 * does not do what it is asked for, what to do, and since when, wall time, ms; null: it does, as far as is known.
 */
export const DevicesView = z.object({
  storage: z.nullable(StorageView),
  engines: z.array(EngineView),
  requests: z.optional(z.nullable(z.object({ work: CountedView, rest: CountedView }))),
  trouble: z.optional(z.nullable(z.object({ message: z.string(), next: z.string(), since: z.number() }))),
  borrowed: z.optional(z.array(z.object({ id: z.string(), label: z.string(), by: z.string() }))),
})
export type DevicesView = z.infer<typeof DevicesView>

/** `seen`: when it said something last, by its own clock, wall time, ms; null: it does not say, or that clock is ahead. `sessions`: how many it has or follows. */
const DeviceView = z.object({
  id: z.string(),
  name: z.string(),
  seen: z.nullable(z.number()),
  sessions: z.number(),
  own: z.boolean(),
})
export type DeviceView = z.infer<typeof DeviceView>

/** `bytes`: what the storage says that they take. */
const StoredView = z.object({ objects: z.number(), bytes: z.number() })
export type StoredView = z.infer<typeof StoredView>

/**
 * `none`: no storage is connected. `shared`, `not`: it is, or not: the person may choose. `elsewhere`: another device has it. `older`: it was begun
 * by an older version, which others could not follow.
 */
const SharingView = z.enum(['none', 'shared', 'not', 'elsewhere', 'older'])

/** `shared`: it may come yet. `by`: the device where the act ended; `parts`: how many pictures and the like stay there. */
const LateView = z.object({
  shared: z.boolean(),
  late: z.nullable(z.object({ by: z.string(), text: z.string(), parts: z.number() })),
})

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
  'list-devices': z.array(DeviceView),
  'name-device': z.array(DeviceView),
  'remove-device': z.array(DeviceView),
  'measure-storage': StoredView,
  'empty-storage': DevicesView,
  'choose-shared': DevicesView,
  'session-sharing': SharingView,
  'late-result': LateView,
}
export type DeviceKind = keyof typeof DEVICE_RESULTS
