import { createGuardedFetch } from '../../src/effects/guarded-fetch.ts'
import { makeS3Signature } from '../../src/sync/s3-signature.ts'

/** A storage as run.mjs has started it. */
type Started = { url: string; keys: Parameters<typeof makeS3Signature>[0]; version?: string }

export const startedStore = (name: string): Started => JSON.parse(process.env['REFLEXOR_STORAGES'] ?? '{}')[name]

/** The guarded fetch of the app, which signs for this storage. */
export function signedFetch(
  { url, keys }: Started,
  now?: () => number,
): { fetch: typeof fetch; setTime: (there: number) => void } {
  const { sign, setTime } = makeS3Signature(keys, now)
  const allowed = (origin: string): boolean => origin === new URL(url).origin
  return { fetch: createGuardedFetch({ allowed, secretFor: () => null, sign, fetch }), setTime }
}
