import * as z from 'zod/mini'

/** The storage through which the person's devices share. Its credentials and the key of the vault are not here: they live in the vault of secrets. */

const fieldName = z.string().check(z.regex(/^[a-z][A-Za-z]{0,30}$/))
/** What a person typed in the fields that the engine asks for. */
export const StorageFields = z.record(fieldName, z.string().check(z.maxLength(2048)))
export type StorageFields = z.infer<typeof StorageFields>

/** One line on how a test of it went; `at`: wall time, ms. */
const Tested = z.object({ ok: z.boolean(), message: z.string(), at: z.number() })

export const SyncedStorage = z.object({
  /** Of the table of engines; one that a newer version has may stand here. */
  engine: z.string().check(z.maxLength(40)),
  /** Without the secret ones. */
  fields: StorageFields,
  /** Of the database or bucket, without a slash at its end. */
  url: z.string().check(z.maxLength(2048)),
  /** The first part of all keys there: tells vaults apart. */
  vault: z.string().check(z.maxLength(64)),
  /** Nothing is sent or fetched. */
  paused: z.boolean(),
  /** Only sessions are shared of which the person says so; else all, each from its next step on. */
  onlyChosen: z.optional(z.boolean()),
  /** Another device has removed this one: nothing is sent or fetched until it is connected anew. */
  removed: z.optional(z.boolean()),
  /** Providers of models that are set up here are lent to other devices with their keys, and those of others are used here. */
  lendsProviders: z.optional(z.boolean()),
  /** Wall time, ms. */
  connectedAt: z.number(),
  tested: Tested,
})
export type SyncedStorage = z.infer<typeof SyncedStorage>
