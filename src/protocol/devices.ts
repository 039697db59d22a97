import * as z from 'zod/mini'
import { CODE_PROBLEMS, ENGINE_IDS, FIELD_PROBLEMS, STORAGE_FIELDS, STORAGE_STEPS } from '../settings/storage-engine.ts'
import { StorageFields, SyncedStorage } from '../settings/synced-storage.ts'
import { SessionId } from './common.ts'

/** The storage that the person's devices share, as the settings show and change it. */

const Code = z.string().check(z.maxLength(40_000))
/** How the other devices are to call this one; absent: as its browser and system are called. */
const DeviceName = z.optional(z.string().check(z.minLength(1), z.maxLength(60)))
const Passphrase = z.string().check(z.maxLength(1024))
/** An absent secret field means the stored one, at the same origin. */
const choice = { engine: SyncedStorage.shape.engine, fields: StorageFields }

/** `pastes`: texts for the configuration of the storage. */
const EngineView = z.object({
  id: z.enum(ENGINE_IDS),
  fields: z.array(z.object({ id: z.enum(STORAGE_FIELDS), secret: z.boolean(), value: z.optional(z.string()) })),
  pastes: z.array(z.string()),
})
const Step = z.nullable(z.enum(STORAGE_STEPS))

/** `hasSecrets`: its credentials and the vault's key can be read on this device, now or once the keys are unlocked. */
const StorageView = z.extend(SyncedStorage, { hasSecrets: z.boolean() })
const CountedView = z.object({ ms: z.number(), requests: z.number() })
/**
 * `borrowed`: providers of other devices in use here. `requests`: requests of sharing, at work and at rest; null: none
 * yet. `trouble`: why it fails, what to do, and since when, wall time, ms; null: it works, as far as known.
 */
export const DevicesView = z.object({
  storage: z.nullable(StorageView),
  engines: z.array(EngineView),
  requests: z.optional(z.nullable(z.object({ work: CountedView, rest: CountedView }))),
  /** How many sessions the storage has lost a part of, or all. */
  lost: z.optional(z.object({ part: z.number(), all: z.number() })),
  trouble: z.optional(z.nullable(z.object({ message: z.string(), next: Step, since: z.number() }))),
  /** The name of this device. */
  name: z.optional(z.string()),
  borrowed: z.optional(z.array(z.object({ id: z.string(), label: z.string(), by: z.string() }))),
})
export type DevicesView = z.infer<typeof DevicesView>

/**
 * `seen`: time of its last note by its own clock, wall time, ms; null: not said, or that clock is ahead. `sessions`:
 * how many it owns or follows.
 */
const DeviceView = z.object({
  id: z.string(),
  name: z.string(),
  seen: z.nullable(z.number()),
  sessions: z.number(),
  own: z.boolean(),
})
export type DeviceView = z.infer<typeof DeviceView>

/** `bytes`: size as the storage reports it. */
const StoredView = z.object({ objects: z.number(), bytes: z.number() })
export type StoredView = z.infer<typeof StoredView>

/**
 * `none`: no storage is connected. `shared`, `not`: the person may choose. `elsewhere`: another device has it. `older`:
 * an older version began it, which other devices could not follow.
 */
const SharingView = z.enum(['none', 'shared', 'not', 'elsewhere', 'older'])

/**
 * `shared`: it may still come. `by`: the device where the act ended. `parts`: how many pictures and files stay there.
 */
const LateView = z.object({
  shared: z.boolean(),
  late: z.nullable(z.object({ by: z.string(), text: z.string(), parts: z.number() })),
})

/** `wrong`: the field with the problem; `message` is then empty. `guide`: the engine's text to paste helps. */
const StorageTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  next: Step,
  guide: z.boolean(),
  wrong: z.optional(z.object({ field: z.enum(STORAGE_FIELDS), why: z.enum(FIELD_PROBLEMS) })),
})
export type StorageTest = z.infer<typeof StorageTest>

const CodeView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('storage'), engine: z.string(), url: z.string() }),
  z.object({ type: z.literal('passphrase') }),
  z.object({ type: z.literal('broken'), why: z.enum(CODE_PROBLEMS) }),
])
export type CodeView = z.infer<typeof CodeView>

export const DEVICE_REQUESTS = {
  'get-devices': { result: DevicesView },
  'test-storage': { args: { ...choice }, result: StorageTest, needsKey: true },
  /** Tests it, and makes a new vault there. */
  'connect-storage': { args: { ...choice, name: DeviceName }, result: StorageTest, needsKey: true },
  /** Connects to the vault of the device that made the code. */
  'connect-by-code': {
    args: { code: Code, passphrase: Passphrase, name: DeviceName },
    result: StorageTest,
    needsKey: true,
  },
  /** The content of a code, without its secrets. */
  'read-code': { args: { code: Code, passphrase: Passphrase }, result: CodeView },
  /** `passphrase` protects the code; '' for none. */
  'make-code': { args: { passphrase: Passphrase }, result: z.string(), needsKey: true },
  'pause-storage': { args: { paused: z.boolean() }, result: DevicesView },
  /** Only here. The stored content stays. */
  'forget-storage': { result: DevicesView },
  /** All devices with a note in the storage, including this one. */
  'list-devices': { result: z.array(DeviceView) },
  /** The name of this device on others. */
  'name-device': { args: { name: z.string().check(z.minLength(1), z.maxLength(60)) }, result: z.array(DeviceView) },
  /** Stops sharing on another device: it learns of it when it connects. */
  'remove-device': { args: { device: z.string().check(z.maxLength(64)) }, result: z.array(DeviceView) },
  /** How much the storage holds. */
  'measure-storage': { result: StoredView },
  /** Deletes everything that these devices have in the storage, and forgets it here. */
  'empty-storage': { result: DevicesView },
  /** Whether all sessions are shared or only chosen ones, and whether providers are lent with their keys. */
  'choose-shared': {
    args: { onlyChosen: z.optional(z.boolean()), lendsProviders: z.optional(z.boolean()) },
    result: DevicesView,
  },
  /** The state of one session. */
  'session-sharing': { args: { sessionId: SessionId }, result: SharingView },
  /** The result of a call with an unknown outcome here, as another device reports it. */
  'late-result': {
    args: { sessionId: SessionId, toolCallId: z.string().check(z.maxLength(200)), attempt: z.int() },
    result: LateView,
  },
}
