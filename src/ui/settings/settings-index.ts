import type { SettingsTab } from './settings-tabs.ts'

/** What can be set, to be found by its words. `label`: as it stands on its tab; `words`: what else one may call it. */
export type Setting = { label: string; words: string; tab: SettingsTab; shown?: 'sometimes' }

export const SETTINGS: readonly Setting[] = [
  { label: 'Add provider', words: 'model api key connect openai anthropic ollama server', tab: 'Models' },
  {
    label: 'Ask before asking again for answers over (tokens)',
    words: 'repeat interrupted cost reload crash',
    tab: 'Models',
  },
  { label: 'Long conversations', words: 'compress summary context window history', tab: 'Models' },
  { label: 'Model for summaries and names', words: 'compress cheap title', tab: 'Models' },
  { label: 'Let the model name new sessions', words: 'title', tab: 'Models' },
  { label: 'Approval of', words: 'tools permission allow ask never write file run code', tab: 'Tools' },
  { label: 'Always allowed', words: 'permission grant revoke site', tab: 'Tools', shown: 'sometimes' },
  { label: 'Web search', words: 'service key brave tavily internet', tab: 'Tools' },
  { label: 'Reader service', words: 'web page fetch proxy cors', tab: 'Tools' },
  { label: 'MCP servers', words: 'tools connect remote protocol', tab: 'Tools' },
  { label: 'Your instructions', words: 'system prompt custom personal about me', tab: 'Memory' },
  { label: 'Remember things beyond a session', words: 'memory notes facts', tab: 'Memory' },
  { label: 'Remembered (memory.md)', words: 'memory notes forget', tab: 'Memory', shown: 'sometimes' },
  { label: 'New prompt', words: 'template library slash command variables', tab: 'Prompts' },
  { label: 'Limit per day over all sessions', words: 'budget cost money dollars spend', tab: 'Usage' },
  { label: 'Group usage', words: 'tokens cost money statistics', tab: 'Usage', shown: 'sometimes' },
  { label: 'Export everything', words: 'backup save download archive', tab: 'Data' },
  { label: 'Import', words: 'restore load archive chatgpt', tab: 'Data' },
  { label: 'Backups', words: 'folder automatic save disk', tab: 'Data' },
  { label: 'Passphrase', words: 'password lock keys encrypt security vault', tab: 'Data' },
  { label: 'Theme', words: 'dark light colour color mode appearance', tab: 'Appearance' },
  { label: 'Notifications', words: 'tell alert sound permission', tab: 'Appearance' },
  { label: 'Keep the screen on while a session runs', words: 'wake lock sleep awake display', tab: 'Appearance' },
  { label: 'Open in safe mode', words: 'stuck broken start', tab: 'About' },
]

/** Long enough for a tab that reads from the worker, in ms. */
const PATIENCE = 3000

/** The place of a setting on its tab, once it is there; null: it is not shown now. */
export async function placeOf(panel: HTMLElement, { label }: Setting): Promise<HTMLElement | null> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const place = [...panel.querySelectorAll<HTMLElement>(NAMED)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(label),
    )
    if (place !== undefined) return place
    if (performance.now() > until || !panel.isConnected) return null
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const NAMED = 'label, legend, h3, summary, button, a, [aria-label], label > span'
const TAKES_FOCUS = 'input:not([type=hidden]), select, textarea, button, a[href]'

/** The control that belongs to a place of the panel: itself, what it labels, or the first one after it. */
export function controlAt(panel: HTMLElement, place: HTMLElement): HTMLElement | null {
  if (place.matches(TAKES_FOCUS)) return place
  if (place instanceof HTMLLabelElement && place.control) return place.control
  const all = [...panel.querySelectorAll<HTMLElement>(TAKES_FOCUS)]
  const within = place.closest('label')
  return (
    all.find((control) => within?.contains(control)) ??
    all.find((control) => place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) ??
    null
  )
}
