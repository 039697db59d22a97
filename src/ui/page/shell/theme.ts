import type { Preferences } from '../../../settings/preferences.ts'

/** Puts the chosen theme on the document; "system" leaves it to the browser. */
export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
