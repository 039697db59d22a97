import * as z from 'zod/mini'
import type { Wheel } from '../../sandbox/python/limits.ts'

/** Where wheels that were fetched once are kept. */
const KEPT = 'reflexor-python-packages'
/** Bytes of one wheel, and packages of one run with what they need. */
const LARGEST = 60 * 1024 * 1024
const MOST = 120

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string(),
      version: z.string(),
      file_name: z.string().check(z.regex(/^[\w.+-]+$/)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      depends: z.array(z.string()),
    }),
  ),
})
type Package = z.output<typeof Lock>['packages'][string]
/**
 * Fetches a file of the packages' host; rejects where the person has not allowed that, and with words where the host
 * does not give it.
 */
export type GetWheel = (fileName: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
/** The part of a browser's cache that is used. null: the browser stores nothing. */
export type WheelCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> | null

/**
 * The packages of these names and all that they need, from the list that comes with the app. Throws in words where one
 * is not in it.
 */
export function packagesOf(lock: string, names: readonly string[]): Package[] {
  const { packages } = Lock.parse(JSON.parse(lock))
  const found = new Map<string, Package>()
  const add = (name: string): void => {
    const id = name.toLowerCase().replaceAll(/[-_.]+/g, '-')
    if (found.has(id)) return
    const one = Object.hasOwn(packages, id) ? packages[id] : undefined
    if (one === undefined) throw new Error(`Python here has no package "${name.slice(0, 100)}".${near(packages, id)}`)
    found.set(id, one)
    if (found.size > MOST) throw new Error(`These are more than ${MOST} packages.`)
    for (const needed of one.depends) add(needed)
  }
  for (const name of names) add(name)
  return [...found.values()]
}

/** Other names that begin alike. */
function near(packages: Record<string, unknown>, id: string): string {
  const like = Object.keys(packages).filter((name) => name.slice(0, 3) === id.slice(0, 3) && !name.endsWith('-tests'))
  return like.length === 0 ? '' : ` There is ${like.slice(0, 8).join(', ')}.`
}

/**
 * Their wheels: as they were kept, else from the host, and then kept. Each has the hash that the app's list names:
 * others are thrown away, also such as were kept. `progress` hears which one is fetched.
 */
export async function wheelsOf(
  packages: readonly Package[],
  get: GetWheel,
  { cache, signal, progress }: { cache: WheelCache; signal: AbortSignal; progress: (words: string) => void },
): Promise<Wheel[]> {
  const wheels: Wheel[] = []
  for (const { name, version, file_name: fileName, sha256 } of packages) {
    signal.throwIfAborted()
    const known = await keptWheel(cache, fileName, sha256)
    if (known !== null) {
      wheels.push({ fileName, bytes: known })
      continue
    }
    progress(`Getting ${name} ${version}`)
    const bytes = await get(fileName, signal)
    if (bytes.length > LARGEST) throw new Error(`The package ${name} is too large.`)
    if ((await hashOf(bytes)) !== sha256)
      throw new Error(
        `The file of ${name} is not the one that this app knows (its SHA-256 differs). It was thrown away, and nothing was run.`,
      )
    await keep(cache, fileName, bytes)
    wheels.push({ fileName, bytes })
  }
  return wheels
}

/** A made-up address, because a cache needs one. */
const addressOf = (fileName: string): string => `https://python-packages.invalid/${encodeURIComponent(fileName)}`

async function keptWheel(cache: WheelCache, fileName: string, sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const response = await cache?.match(addressOf(fileName))
  if (!response) return null
  const bytes = new Uint8Array(await response.arrayBuffer())
  if ((await hashOf(bytes)) === sha256) return bytes
  await cache?.delete(addressOf(fileName))
  return null
}

async function keep(cache: WheelCache, fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await cache?.put(addressOf(fileName), new Response(bytes))
  } catch (error) {
    // a full disk: it is fetched again next time
    console.info('A package of Python is not kept', error)
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** null: this browser keeps nothing here. */
export async function openWheelCache(): Promise<WheelCache> {
  try {
    return await caches.open(KEPT)
  } catch {
    return null
  }
}

/** Throws away wheels of packages that the app's list does not name any more. */
export async function forgetOldWheels(cache: WheelCache, lock: string): Promise<void> {
  const { packages } = Lock.parse(JSON.parse(lock))
  const named = new Set(Object.values(packages).map(({ file_name }) => addressOf(file_name)))
  for (const { url } of (await cache?.keys()) ?? []) if (!named.has(url)) await cache?.delete(url)
}
