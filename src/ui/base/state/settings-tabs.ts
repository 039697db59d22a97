import type { PlainPhrase } from '../words/t.ts'

/** The tabs of the settings, in their order. */
export const SETTINGS_TABS = [
  'Models',
  'Tools',
  'Services',
  'MCP',
  'Memory',
  'Prompts',
  'Skills',
  'Personas',
  'Usage',
  'Data',
  'Devices',
  'Appearance',
  'About',
] as const satisfies readonly PlainPhrase[]
export type SettingsTab = (typeof SETTINGS_TABS)[number]
