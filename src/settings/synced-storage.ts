import * as z from 'zod/mini'

/**
 * The storage through which the person's devices share. Its credentials and the key of its sync vault are in the vault
 * of secrets.
 */

const fieldName = z.string().check(z.regex(/^[a-z][A-Za-z]{0,30}$/))
/** The typed values of the fields that the engine has. */
export const StorageFields = z.record(fieldName, z.string().check(z.maxLength(2048)))
export type StorageFields = z.infer<typeof StorageFields>

/** The outcome of a test, in one line. `at`: wall time, ms. */
const Tested = z.object({ ok: z.boolean(), message: z.string(), at: z.number() })

export const SyncedStorage = z.object({
  /** Key of the table of engines; may come from a newer version. */
  engine: z.string().check(z.maxLength(40)),
  /** Without secret fields. */
  fields: StorageFields,
  /** Address of the database or bucket, without a trailing slash. */
  url: z.string().check(z.maxLength(2048)),
  /** First part of all keys there: tells vaults apart. */
  vault: z.string().check(z.maxLength(64)),
  /** Nothing is sent or fetched. */
  paused: z.boolean(),
  /** Only chosen sessions are shared; otherwise all, each from its next step on. */
  onlyChosen: z.optional(z.boolean()),
  /** Another device has removed this one: nothing is sent or fetched until it is connected again. */
  removed: z.optional(z.boolean()),
  /** Model providers of this device are lent to other devices with their keys, and theirs are used here. */
  lendsProviders: z.optional(z.boolean()),
  /** Wall time, ms. */
  connectedAt: z.number(),
  tested: Tested,
})
export type SyncedStorage = z.infer<typeof SyncedStorage>
