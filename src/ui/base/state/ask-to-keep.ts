const ASKED = 'reflexor-asked-to-keep'

/**
 * Asks the browser, once, to keep this origin's data from its own clean-up: at the first message that a person sends,
 * because browsers grant it, or ask about it, where a page is in use. Only a page can ask.
 */
export function askToKeep(): void {
  try {
    if (localStorage.getItem(ASKED) !== null) return
    localStorage.setItem(ASKED, 'yes')
  } catch {
    // without localStorage the answer would be forgotten, and the browser asked again each time
    return
  }
  navigator.storage?.persist?.().catch(console.error)
}
