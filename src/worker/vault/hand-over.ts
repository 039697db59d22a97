import * as z from 'zod/mini'
import type { Database } from '../../storage/schema.ts'
import { readPassphraseRow } from '../../storage/settings/vault.ts'
import { heldKey, lockVault, onLockChange } from '../../storage/settings/vault-lock.ts'
import { takeKey, vaultState } from '../../storage/settings/vault-passphrase.ts'

/**
 * The passphrase is typed once, into whichever tab: workers of other tabs are given the key that it makes, sealed for
 * each of them alone (ECDH P-256, AES-GCM), so that nothing that lies open on the channel opens the vault. Who asks is
 * another tab of this origin, by what a BroadcastChannel is; a script that was injected into this origin is nothing
 * that the passphrase protects from.
 *
 * Locking wins over every key that is on its way: each message says how many lockings its sender knew of, and a key
 * from before the last one is not taken.
 */
const CHANNEL = 'reflexor-vault'
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const Bytes = z.instanceof(Uint8Array<ArrayBuffer>)

const locks = z.int().check(z.nonnegative())

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('here'), from: z.string(), publicKey: Bytes, locks }),
  z.object({
    type: z.literal('key'),
    to: z.string(),
    publicKey: Bytes,
    iv: Bytes,
    sealed: z.instanceof(ArrayBuffer),
    locks,
  }),
  z.object({ type: z.literal('lock'), locks }),
])
type Message = z.infer<typeof Message>
type PublicKey = Uint8Array<ArrayBuffer>

let joined: Promise<HandOver> | null = null
/** `lockAll`: in every tab, including this one. */
export type HandOver = { lockAll: () => void }

/** Once per thread, when its vault is first found locked or used. Rejects with a DOMException if the database fails. */
export function joinHandOver(db: Database): Promise<HandOver> {
  joined ??= join(db, (error) => console.error(error))
  return joined
}

/** In ms: how long to wait for tabs that hold the key. A later answer still counts. */
const TIME_TO_ANSWER = 300
let answered: Promise<void> | null = null

/**
 * Joins. Resolves when a tab has given the key, or all have had the time to; a key that comes later arrives by itself.
 */
export function askOthers(db: Database): Promise<void> {
  answered ??= untilAnswered(db)
  return answered
}

async function untilAnswered(db: Database): Promise<void> {
  let endListening = (): void => {}
  const change = new Promise<void>((resolve) => {
    endListening = onLockChange(resolve)
  })
  try {
    await joinHandOver(db)
    await Promise.race([change, new Promise((resolve) => setTimeout(resolve, TIME_TO_ANSWER))])
  } finally {
    endListening()
  }
}

async function join(db: Database, report: (error: unknown) => void): Promise<HandOver> {
  const channel = new BroadcastChannel(CHANNEL)
  const me = crypto.randomUUID()
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveKey'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const others = new Map<string, PublicKey>()
  const say = (message: Message): void => channel.postMessage(message)
  let known = 0
  const greet = (): void => say({ type: 'here', from: me, publicKey, locks: known })

  const give = async (to: string, theirs: PublicKey): Promise<void> => {
    const locks = known
    const row = await readPassphraseRow(db)
    const held = row && heldKey(row)
    if (held === null) return
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const wrapping = await between(pair.privateKey, theirs)
    const sealed = await crypto.subtle.wrapKey('raw', held, wrapping, aes(iv))
    if (locks === known) say({ type: 'key', to, publicKey, iv, sealed, locks })
  }
  const take = async ({ publicKey: theirs, iv, sealed, locks }: Extract<Message, { type: 'key' }>): Promise<void> => {
    if (locks < known) return
    known = locks
    // if the key is held here, this applies another tab’s change of the lock time at once: the time is read with the
    // row
    if ((await vaultState(db)).state !== 'locked') return
    const wrapping = await between(pair.privateKey, theirs)
    const uses: KeyUsage[] = ['encrypt', 'decrypt']
    const key = await crypto.subtle.unwrapKey('raw', sealed, wrapping, aes(iv), KEY, true, uses)
    await takeKey(db, key, () => locks === known)
  }
  channel.onmessage = ({ data }) => {
    const parsed = Message.safeParse(data)
    if (!parsed.success) return report(parsed.error)
    const message = parsed.data
    if (message.type === 'key') {
      if (message.to === me) take(message).catch(report)
      return
    }
    // a `here` may be the first message about a lock that is still on its way
    if (message.type === 'lock' || message.locks > known) {
      known = Math.max(known, message.locks)
      lockVault()
    }
    if (message.type === 'lock') return
    if (!others.has(message.from)) {
      // a new tab learns that we exist, and gets the key if we have it
      others.set(message.from, message.publicKey)
      greet()
      give(message.from, message.publicKey).catch(report)
    }
  }
  onLockChange(() => {
    for (const [to, theirs] of others) give(to, theirs).catch(report)
  })
  greet()
  return {
    lockAll: () => {
      known += 1
      say({ type: 'lock', locks: known })
      lockVault()
    },
  }
}

const KEY = { name: 'AES-GCM', length: 256 } as const
const aes = (iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({ name: 'AES-GCM', iv })

async function between(own: CryptoKey, theirs: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const publicKey = await crypto.subtle.importKey('raw', theirs, CURVE, false, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: publicKey }, own, KEY, false, ['wrapKey', 'unwrapKey'])
}
