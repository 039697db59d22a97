import * as z from 'zod/mini'

/** The passphrase of the API keys. It goes to the tab's own worker and nowhere else. */

const Passphrase = z.string().check(z.minLength(1), z.maxLength(1024))
/** Minutes without use until the keys are locked; null: when the tabs are closed. */
const LockAfter = z.nullable(z.int().check(z.minimum(1), z.maximum(1440)))

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

/** Each answers with the state of the vault after it. */
export const VAULT_REQUESTS = {
  'get-vault': { result: VaultView },
  'unlock-vault': { args: { passphrase: Passphrase }, result: VaultView },
  'lock-vault': { result: VaultView },
  /** null: removes it. */
  'set-passphrase': {
    args: { passphrase: z.nullable(Passphrase), lockAfter: LockAfter },
    result: VaultView,
    changesSettings: true,
  },
  'set-lock-after': { args: { lockAfter: LockAfter }, result: VaultView, changesSettings: true },
  /** The passphrase is forgotten: every key is given up. Not to be undone. */
  'give-up-keys': { result: VaultView, changesSettings: true },
  /** The person has renewed the keys that were entered in an older version. */
  'forget-old-traces': { result: VaultView, changesSettings: true },
}
