import { namesPrivate } from '../../../settings/private-session.ts'

/** Keeps a choice in this browser, over reloads; '' forgets it, as does one about a private session. */
export function keepHere(key: string, value: string): void {
  try {
    if (namesPrivate(value)) localStorage.removeItem(key)
    else if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // a full storage: it is remembered for as long as the tab lives
  }
}
