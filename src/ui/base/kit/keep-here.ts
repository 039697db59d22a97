/** Keeps a choice in this browser, over reloads; '' forgets it. */
export function keepHere(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // a full storage: it is remembered for as long as the tab lives
  }
}
