/**
 * Names of files that are being made ready for a message, kept in this tab: a reload, or another page, ends that work, and the bytes of the
 * file are gone with the page. Whoever comes back is told which ones are not attached.
 */
export type Unfinished = {
  /** Those that were left so, each once. */
  left: { key: string; name: string }[]
  begin: (key: string, name: string) => void
  /** It is attached, or its person knows why not. */
  end: (key: string) => void
}

/** `id`: of the message that is written. */
export function makeUnfinished(id: string): Unfinished {
  const place = `reflexor:unfinished:${id}`
  const names = new Map(read(place))
  const keep = (): void => {
    if (names.size === 0) return sessionStorage.removeItem(place)
    try {
      sessionStorage.setItem(place, JSON.stringify([...names]))
    } catch {
      // the browser keeps nothing: the person sees the files go
    }
  }
  return {
    left: [...names].map(([key, name]) => ({ key, name })),
    begin: (key, name) => {
      names.set(key, name.slice(0, 200))
      keep()
    },
    end: (key) => {
      if (names.delete(key)) keep()
    },
  }
}

function read(place: string): [string, string][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each): each is [string, string] => isPair(each)).slice(0, 20) : []
  } catch {
    return []
  }
}

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
