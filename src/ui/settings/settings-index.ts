import { matching } from '../base/kit/match.ts'
import type { SettingsTab } from '../base/state/settings-tabs.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'

/**
 * The settings, to be found by their words. `label`: its name; `words`: other names for it; `begins`: the start of its
 * text on its tab, if that is not its label.
 */
export type Setting = {
  label: PlainPhrase
  words: PlainPhrase
  tab: SettingsTab
  shown?: 'sometimes'
  begins?: () => string
}

export const SETTINGS: readonly Setting[] = [
  { label: 'Add provider', words: 'model api key connect openai anthropic ollama server', tab: 'Models' },
  {
    label: 'Temperature',
    words: 'top p seed tokens limit timeout retries headers advanced',
    tab: 'Models',
    shown: 'sometimes',
    // under "Advanced" of each provider
    begins: () => t('Edit {name}', { name: '' }),
  },
  {
    label: 'Ask before retrying answers longer than (tokens)',
    words: 'repeat interrupted cost reload crash',
    tab: 'Models',
  },
  { label: 'Long conversations', words: 'compress summary context window history', tab: 'Models' },
  { label: 'Model for summaries and names', words: 'compress cheap title', tab: 'Models' },
  { label: 'Model for helpers', words: 'delegate subagent cheap', tab: 'Models' },
  { label: 'Ask me before files that a helper changed are kept', words: 'review files diff try branch', tab: 'Models' },
  { label: 'Model for pictures', words: 'image generate draw photo', tab: 'Models' },
  {
    label: 'Name new sessions automatically',
    words: 'title automatic',
    tab: 'Models',
    begins: () => t('Name new sessions automatically (one small request each)'),
  },
  { label: 'Mode of new sessions', words: 'permission trust careful free limits approve', tab: 'Tools' },
  {
    label: 'Approval of tools',
    words: 'permission allow ask never write file run code',
    tab: 'Tools',
    begins: () => t('Approval of {tool}', { tool: '' }),
  },
  { label: 'Always allowed', words: 'permission grant revoke site', tab: 'Tools', shown: 'sometimes' },
  { label: 'Web search', words: 'service key brave tavily internet', tab: 'Services' },
  { label: 'Reader service', words: 'web page fetch proxy cors', tab: 'Services' },
  { label: 'Relay', words: 'git clone proxy cors github download', tab: 'Services' },
  { label: 'Git host', words: 'git push token login github gitlab', tab: 'Services' },
  { label: 'MCP servers', words: 'tools connect remote protocol', tab: 'MCP' },
  { label: 'Your instructions', words: 'system prompt custom personal about me', tab: 'Memory' },
  { label: 'Remember things across sessions', words: 'memory notes facts', tab: 'Memory' },
  { label: 'Memory (memory.md)', words: 'memory notes forget', tab: 'Memory', shown: 'sometimes' },
  { label: 'New prompt', words: 'template library slash command variables', tab: 'Prompts' },
  { label: 'Add from a file', words: 'skill instructions SKILL.md import zip folder', tab: 'Skills' },
  { label: 'New skill', words: 'skill write save what worked', tab: 'Skills' },
  { label: 'New persona', words: 'role character assistant system prompt model tools', tab: 'Personas' },
  { label: 'Default persona for new sessions', words: 'persona default role', tab: 'Personas', shown: 'sometimes' },
  { label: 'Limit per day over all sessions, in US dollars', words: 'budget cost money spend', tab: 'Usage' },
  { label: 'Group usage', words: 'tokens cost money statistics', tab: 'Usage', shown: 'sometimes' },
  { label: 'Export everything', words: 'backup save download archive', tab: 'Data' },
  { label: 'Import', words: 'restore load archive chatgpt', tab: 'Data' },
  { label: 'Settings as a file', words: 'export import prompts personas move another browser', tab: 'Data' },
  { label: 'Backups to a folder', words: 'automatic save disk', tab: 'Data' },
  { label: 'Passphrase for API keys', words: 'password lock encrypt security vault', tab: 'Data' },
  { label: 'Theme', words: 'dark light colour color mode appearance', tab: 'Appearance' },
  { label: 'Text size', words: 'font bigger smaller zoom letters', tab: 'Appearance' },
  { label: 'Chat width', words: 'column wide narrow conversation', tab: 'Appearance' },
  { label: 'Key that sends', words: 'enter shift ctrl newline keyboard send', tab: 'Appearance' },
  { label: 'Language', words: 'chinese english translation 中文', tab: 'Appearance' },
  { label: 'Install as an app', words: 'pwa desktop home screen window dock', tab: 'Appearance', shown: 'sometimes' },
  { label: 'Notifications', words: 'tell alert sound permission', tab: 'Appearance' },
  { label: 'Keep the screen on while a session runs', words: 'wake lock sleep awake display', tab: 'Appearance' },
  { label: 'Open in safe mode', words: 'stuck broken start', tab: 'About' },
]

/** The settings that match the words, in English or in the person’s language, best match first. */
export function settingsFor(query: string): Setting[] {
  const named = SETTINGS.map((setting) => {
    const { label, words } = setting
    return { setting, label: t(label), words: `${label} ${words} ${t(words)}` }
  })
  return matching(named, query).map(({ setting }) => setting)
}

/** In ms: long enough for a tab that reads from the worker. */
const PATIENCE = 3000
/** Class of a tab’s placeholder while its code is loading, which takes as long as the network does. */
export const TAB_LOADING = 'tab-loading'

/** The place of a setting on its tab, once it is rendered; null: not shown now. */
export async function placeOf(panel: HTMLElement, { label, begins }: Setting): Promise<HTMLElement | null> {
  let until = performance.now() + PATIENCE
  const beginning = (begins?.() ?? t(label)).trim()
  for (;;) {
    const place = [...panel.querySelectorAll<HTMLElement>(NAMED)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(beginning),
    )
    if (place !== undefined) return place
    if (panel.querySelector(`.${TAB_LOADING}`) !== null) until = performance.now() + PATIENCE
    if (performance.now() > until || !panel.isConnected) return null
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const NAMED = 'label, legend, h3, summary, button, a, [aria-label], label > span'
const TAKES_FOCUS = 'input:not([type=hidden]), select, textarea, button, a[href]'

/** The control of a place in the panel: itself, the control it labels, or the first one after it. */
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
