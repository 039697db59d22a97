import type { Config } from '../../agent/config.ts'
import type { PlainPhrase } from '../words/t.ts'

/** How much a model thinks before it answers, in words. */
export const THINKING_LEVELS: { level: Config['model']['thinking']; label: PlainPhrase }[] = [
  { level: 'off', label: 'No thinking' },
  { level: 'minimal', label: 'Thinks the least' },
  { level: 'low', label: 'Thinks a little' },
  { level: 'medium', label: 'Thinks more' },
  { level: 'high', label: 'Thinks hard' },
  { level: 'max', label: 'Thinks its hardest' },
]
