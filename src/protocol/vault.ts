import * as z from 'zod/mini'

/** The passphrase of the API keys. It goes to the tab's own worker and nowhere else. */

const Passphrase = z.string().check(z.minLength(1), z.maxLength(1024))
/** Minutes without use until the keys are locked; null: when the tabs are closed. */
const LockAfter = z.nullable(z.int().check(z.minimum(1), z.maximum(1440)))

/** All answer with how the vault stands then. */
export const VAULT_REQUESTS = [
  z.object({ kind: z.literal('get-vault') }),
  z.object({ kind: z.literal('unlock-vault'), passphrase: Passphrase }),
  z.object({ kind: z.literal('lock-vault') }),
  /** null: removes it. */
  z.object({ kind: z.literal('set-passphrase'), passphrase: z.nullable(Passphrase), lockAfter: LockAfter }),
  z.object({ kind: z.literal('set-lock-after'), lockAfter: LockAfter }),
  /** The passphrase is forgotten: every key is given up. Not to be undone. */
  z.object({ kind: z.literal('give-up-keys') }),
  /** The person has renewed the keys that were entered in an older version. */
  z.object({ kind: z.literal('forget-old-traces') }),
] as const

/**
 * How the API keys are kept. `none`: without a passphrase. `lockAfter`: minutes. `oldTraces`: keys were entered in a
 * version that kept them where the browser's files may hold them still.
 */
const VaultView = z.object({
  state: z.enum(['none', 'locked', 'open']),
  lockAfter: z.nullable(z.number()),
  oldTraces: z.boolean(),
})
export type VaultView = z.infer<typeof VaultView>

export const VAULT_RESULTS = {
  'get-vault': VaultView,
  'unlock-vault': VaultView,
  'lock-vault': VaultView,
  'set-passphrase': VaultView,
  'set-lock-after': VaultView,
  'give-up-keys': VaultView,
  'forget-old-traces': VaultView,
}
export type VaultKind = keyof typeof VAULT_RESULTS
