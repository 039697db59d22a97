import { exceptPrivate } from '../../../base/kit/private-storage.ts'

/**
 * Files that are being prepared for a message, kept in this tab. A reload, or another page, ends that work. A file
 * whose bytes were stored by then is prepared again; the others are named.
 */
export type Unfinished = {
  /** Unfinished files, each once. `bytes` null: lost with the page. */
  left: { key: string; name: string; bytes: KeptBytes | null }[]
  begin: (key: string, name: string) => void
  /** Its bytes are stored. */
  stored: (key: string, bytes: KeptBytes) => void
  /** It is attached, or the person knows why not. */
  end: (key: string) => void
}
/** `type`: the system's type of the file. */
type KeptBytes = { blob: string; type: string }
type Row = [key: string, name: string, blob?: string, type?: string]

const storage = exceptPrivate(sessionStorage)

/** `id`: id of the message that is being written. */
export function makeUnfinished(id: string): Unfinished {
  const place = `reflexor:unfinished:${id}`
  const rows = new Map(read(place).map((row) => [row[0], row]))
  const keep = (): void => {
    if (rows.size === 0) return storage.removeItem(place)
    try {
      storage.setItem(place, JSON.stringify([...rows.values()]))
    } catch {
      // the browser stores nothing: the person sees the files disappear
    }
  }
  return {
    left: [...rows.values()].map(([key, name, blob, type = '']) => ({
      key,
      name,
      bytes: blob === undefined ? null : { blob, type },
    })),
    begin: (key, name) => {
      rows.set(key, [key, name.slice(-200)])
      keep()
    },
    stored: (key, { blob, type }) => {
      const row = rows.get(key)
      // it became ready, or was removed, before its bytes were stored
      if (row === undefined) return
      rows.set(key, [key, row[1], blob, type.slice(0, 100)])
      keep()
    },
    end: (key) => {
      if (rows.delete(key)) keep()
    },
  }
}

function read(place: string): Row[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each): each is Row => isRow(each)).slice(0, 20) : []
  } catch {
    return []
  }
}

const isRow = (value: unknown): boolean =>
  Array.isArray(value) &&
  (value.length === 2 || (value.length === 4 && /^[0-9a-f]{64}$/.test(String(value[2])))) &&
  value.every((part) => typeof part === 'string')
