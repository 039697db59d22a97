import type { Preferences } from '../../../settings/preferences.ts'

/** Applies the chosen theme to the document; "system" leaves it to the browser. */
export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
