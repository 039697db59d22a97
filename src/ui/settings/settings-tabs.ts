/** The tabs of the settings, in their order. */
export const SETTINGS_TABS = [
  'Models',
  'Tools',
  'Memory',
  'Prompts',
  'Usage',
  'Data',
  'Devices',
  'Appearance',
  'About',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]
