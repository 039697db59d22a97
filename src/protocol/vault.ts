import { z } from 'zod'

/** The passphrase of the API keys. It goes to the tab's own worker and nowhere else. */

const Passphrase = z.string().min(1).max(1024)
/** Minutes without use until the keys are locked; null: when the tabs are closed. */
const LockAfter = z.number().int().min(1).max(1440).nullable()

/** All answer with how the vault stands then. */
export const VAULT_REQUESTS = [
  z.object({ kind: z.literal('get-vault') }),
  z.object({ kind: z.literal('unlock-vault'), passphrase: Passphrase }),
  z.object({ kind: z.literal('lock-vault') }),
  /** null: removes it. */
  z.object({ kind: z.literal('set-passphrase'), passphrase: Passphrase.nullable(), lockAfter: LockAfter }),
  z.object({ kind: z.literal('set-lock-after'), lockAfter: LockAfter }),
  /** The passphrase is forgotten: every key is given up. Not to be undone. */
  z.object({ kind: z.literal('give-up-keys') }),
] as const

/** How the API keys are kept. `none`: without a passphrase. `lockAfter`: minutes. */
const VaultView = z.object({ state: z.enum(['none', 'locked', 'open']), lockAfter: z.number().nullable() })
export type VaultView = z.infer<typeof VaultView>

export const VAULT_RESULTS = {
  'get-vault': VaultView,
  'unlock-vault': VaultView,
  'lock-vault': VaultView,
  'set-passphrase': VaultView,
  'set-lock-after': VaultView,
  'give-up-keys': VaultView,
}
export type VaultKind = keyof typeof VAULT_RESULTS
