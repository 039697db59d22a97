import { addressIn } from './address.ts'

/** The files of one page: read once each, counted and bounded. */

/** Files, and bytes of all of them together. */
const MOST_FILES = 400
const MOST_BYTES = 5 * 1024 * 1024
/** Sentences about what is missing. */
const MOST_NOTES = 40

/** `read` gives the bytes of a file that exists; null: they are missing. */
export type Workspace = {
  sizeOf: (path: string) => number | null
  typeOf: (path: string) => string
  read: (path: string) => Promise<Uint8Array | null>
  /** Paths of all files in a folder, which ends with `/`. */
  inFolder: (folder: string) => string[]
}

export type PageFiles = ReturnType<typeof makePageFiles>

export function makePageFiles(workspace: Workspace) {
  const known = new Map<string, Promise<Uint8Array | null>>()
  const notes = new Set<string>()
  let bytes = 0
  let left = 0
  const note = (place: string, words: string): void => {
    const sentence = `${place}: ${words}`.slice(0, 400)
    if (notes.has(sentence)) return
    if (notes.size >= MOST_NOTES) left++
    else notes.add(sentence)
  }
  const load = async (path: string): Promise<Uint8Array | null> => {
    const size = workspace.sizeOf(path)
    if (size === null || known.size >= MOST_FILES || bytes + size > MOST_BYTES) return null
    bytes += size
    return workspace.read(path)
  }
  const has = (path: string): boolean => workspace.sizeOf(path) !== null
  const read = async (path: string, place: string): Promise<Uint8Array | null> => {
    if (!has(path)) {
      note(place, `there is no file "${path}".`)
      return null
    }
    const before = known.get(path)
    const loading = before ?? load(path)
    if (before === undefined) known.set(path, loading)
    const found = await loading
    if (found === null) note(place, `"${path}" was left out: a page has at most ${MOST_FILES} files and 5 MB.`)
    return found
  }
  return {
    has,
    note,
    typeOf: (path: string): string => workspace.typeOf(path),
    inFolder: workspace.inFolder,
    /** null: it is missing, or too much; that is noted. `place`: who asks, as `file:line`. */
    read,
    /** What an address in `from` means; null: no file, which is noted unless it needs none. */
    async at(from: string, line: number, written: string): Promise<{ path: string; bytes: Uint8Array } | null> {
      const place = `${from}:${line}`
      const address = addressIn(from, written)
      if (address.kind === 'inner') return null
      if (address.kind === 'remote') {
        note(place, `${JSON.stringify(written.slice(0, 200))} was not loaded: a page has no network.`)
        return null
      }
      const found = await read(address.path, place)
      return found === null ? null : { path: address.path, bytes: found }
    },
    count: (): number => known.size,
    notes: (): string[] => [...notes, ...(left > 0 ? [`… and ${left} more.`] : [])],
  }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const STEP = 0x2000
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}

const TYPES: Record<string, string> = {
  ...{ svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ webp: 'image/webp', avif: 'image/avif', ico: 'image/x-icon', woff: 'font/woff', woff2: 'font/woff2' },
  ...{ ttf: 'font/ttf', otf: 'font/otf', mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', mp4: 'video/mp4' },
  ...{ webm: 'video/webm', json: 'application/json', css: 'text/css', txt: 'text/plain', csv: 'text/csv' },
}
/** The ending counts: a file that was saved from an answer calls itself plain text. */
export const typeOfFile = (path: string, given: string): string =>
  TYPES[/\.([a-z\d]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ??
  (/^[\w.+/-]{1,80}$/.test(given) ? given : 'text/plain')

export const dataUrl = (files: Pick<PageFiles, 'typeOf'>, path: string, bytes: Uint8Array): string =>
  `data:${typeOfFile(path, files.typeOf(path))};base64,${base64Of(bytes)}`
