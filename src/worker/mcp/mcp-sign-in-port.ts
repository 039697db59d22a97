import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { NO_RECORD, type SignInPort, SignInRecord } from '../../mcp/oauth/record.ts'
import type { McpMemory, McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { mcpSignInSecret, saveMcpSignIn } from '../../storage/settings/services.ts'
import { originOf, readSecret } from '../../storage/settings/vault.ts'
import { VaultLocked } from '../../storage/settings/vault-lock.ts'

/** Where a server’s sign-in is stored, and how its authority is reached. Nothing of a record may leave the worker. */

/** In ms: another tab may be asking the authority, but may also be frozen with the lock. */
const PATIENCE = 40_000

export function signInPort(db: Database, server: Pick<McpServer, 'id' | 'url'>): SignInPort {
  const { id, url } = server
  const origin = originOf(url)
  const owner = mcpSignInSecret(id)
  return {
    fetchAt: (...origins) => {
      return (input, init) => {
        // an authority that identifies apps by a secret gets it in this header
        const value = new Headers(init?.headers).get('authorization')
        const guarded = createGuardedFetch({
          allowed: (target) => origins.includes(target),
          secretFor: () => (value === null ? null : { header: 'authorization', value }),
          // distinguishes a redirect from a missing network; it is never followed
          fetch: (to, own) => globalThis.fetch(to, { ...own, redirect: 'manual' }),
        })
        return guarded(input, init)
      }
    },
    read: async () => {
      const outcome = await readSecret(db, owner, origin)
      if (outcome.type === 'damaged') return UNREADABLE
      // not the same as "not signed in"
      if (outcome.type === 'locked') throw new VaultLocked()
      return outcome.type === 'secret' ? parse(outcome.secret) : NO_RECORD
    },
    write: (record) => saveMcpSignIn(db, server, JSON.stringify(record)),
    alone: (work) => alone(id, work),
  }
}

/** Runs `work` while no other tab works on this server’s sign-in. */
export async function alone<Value>(serverId: string, work: () => Promise<Value>): Promise<Value> {
  const signal = AbortSignal.timeout(PATIENCE)
  return await navigator.locks.request(`reflexor-mcp-sign-in:${serverId}`, { signal }, work)
}

/** The state of a server’s sign-in, from the stored record. */
export async function signInState(db: Database, server: McpServer): Promise<McpMemory['signIn']> {
  const { tokens, wanted, ended } = await signInPort(db, server).read()
  if (tokens === null) return ended ? 'again' : 'none'
  return wanted === null ? 'in' : 'again'
}

/** Useless from now on: the person signs in again, which replaces it. */
const UNREADABLE: SignInRecord = { ...NO_RECORD, ended: true }

function parse(text: string): SignInRecord {
  try {
    return SignInRecord.parse(JSON.parse(text))
  } catch {
    // from an earlier version, or damaged
    return UNREADABLE
  }
}
