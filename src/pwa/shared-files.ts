import { sharedCache } from './shared-cache.ts'

/**
 * Files that another app shares with this one. The system posts them to an address of the app (`share_target` in the
 * manifest), where no page runs yet. The service worker puts them into a cache, and they stay there until a page has
 * attached them. Any web page can post such a form, so its content is bounded, replaces nothing, and is only filled in.
 */

/** Below the scope. The manifest has the same value. */
export const SHARE_PATH = 'share'
export const MOST_FILES = 20
/** Bytes of all files that wait. */
export const MOST_BYTES = 200_000_000
/** Characters of the names of surplus files. */
const MOST_NAMES = 1000
/** Characters of each word part. */
const MOST_WORDS = 20_000
const MOST_AGE = 24 * 3600 * 1000
const WORDS = ['title', 'text', 'url'] as const
const NAME = 'x-name'
const LEFT = 'x-left'

/** Why a file is not here: all files together would be too large or too many, or the browser has no room. */
export type LeftOut = 'size' | 'number' | 'room'
/**
 * `left`: null while its bytes are here. Surplus files share one entry, their names in a row. `forget`: it is attached,
 * or the person knows about it. `putBack`: it waits again, after `forget`; once.
 */
export type SharedFile = {
  name: string
  left: LeftOut | null
  bytes: () => Promise<File>
  forget: () => Promise<void>
  putBack: () => Promise<void>
}

const folderOf = (scope: string): string => new URL(`${SHARE_PATH}/`, scope).href
/** Arrival time in ms; NaN: not one of ours. */
const timeOf = ({ url }: Request, folder: string): number => Number(url.slice(folder.length).split('-')[0])

/**
 * Keeps what a form brought and redirects to the start page, with the words in its address, where `sharedWords` finds
 * them. Never rejects.
 */
export async function receiveShared(request: Request, scope: string, now: number): Promise<Response> {
  const to = new URL(scope)
  try {
    const form = await request.formData()
    for (const name of WORDS) {
      const words = form.get(name)
      if (typeof words === 'string' && words !== '') to.searchParams.set(name, words.slice(0, MOST_WORDS))
    }
    await keep(
      form.getAll('files').filter((entry) => typeof entry !== 'string'),
      scope,
      now,
    )
  } catch (error) {
    console.error('What was shared could not be taken', error)
  }
  to.hash = '#/'
  return Response.redirect(to.href, 303)
}

async function keep(files: readonly File[], scope: string, now: number): Promise<void> {
  if (files.length === 0) return
  const cache = await caches.open(sharedCache(scope))
  const folder = folderOf(scope)
  const tooMany: string[] = []
  let count = 0
  let size = 0
  for (const request of await cache.keys()) {
    const isOld = Math.abs(now - timeOf(request, folder)) >= MOST_AGE
    const response = await cache.match(request)
    const namesMany = leftOf(response) === 'number'
    if (namesMany && !isOld) tooMany.push(nameOf(response))
    if (isOld || namesMany) await cache.delete(request)
    else {
      count += 1
      size += (await response?.blob())?.size ?? 0
    }
  }
  const leave = (name: string, left: LeftOut): Promise<void> =>
    cache.put(
      addressAt(folder, now),
      new Response(null, { headers: { [NAME]: encodeURIComponent(name), [LEFT]: left } }),
    )
  for (const file of files) {
    // A name that was cut may begin with half a character.
    const name = file.name.slice(-200).replace(/^\p{Surrogate}/u, '')
    if (++count > MOST_FILES) tooMany.push(name)
    else if (size + file.size > MOST_BYTES) await leave(name, 'size')
    else if (await wasPut(cache, addressAt(folder, now), file, { [NAME]: encodeURIComponent(name) })) size += file.size
    else await leave(name, 'room')
  }
  if (tooMany.length > 0) await leave(shortened(tooMany.join(', ')), 'number')
}

const addressAt = (folder: string, now: number): string => `${folder}${now}-${crypto.randomUUID()}`
const shortened = (names: string): string =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).replace(/\p{Surrogate}$/u, '')}…` : names
const nameOf = (response: Response | undefined): string =>
  decodeURIComponent(response?.headers.get(NAME) ?? '') || 'file'
function leftOf(response: Response | undefined): LeftOut | null {
  const left = response?.headers.get(LEFT) ?? null
  if (left === null || left === 'size' || left === 'number') return left
  return 'room'
}

/** False: the browser has no room for it. */
async function wasPut(cache: Cache, address: string, file: File, headers: Record<string, string>): Promise<boolean> {
  try {
    await cache.put(
      address,
      new Response(file, { headers: file.type === '' ? headers : { ...headers, 'content-type': file.type } }),
    )
    return true
  } catch (error) {
    console.error('A shared file could not be kept', error)
    return false
  }
}

/** All waiting files, in the order of arrival. */
export async function sharedFiles(scope: string): Promise<SharedFile[]> {
  if (!(await caches.has(sharedCache(scope)))) return []
  const cache = await caches.open(sharedCache(scope))
  const found: SharedFile[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (response === undefined) continue
    const name = nameOf(response)
    const type = response.headers.get('content-type') ?? ''
    found.push({
      name,
      left: leftOf(response),
      bytes: async () => new File([await response.clone().blob()], name, { type }),
      forget: async () => {
        await cache.delete(request)
      },
      putBack: () => cache.put(request, response),
    })
  }
  return found
}
