import type { Config } from '../../../agent/config.ts'
import type { PlainPhrase } from '../../base/words/t.ts'

/** How much a model thinks before it answers, in words. */
export const THINKING_LEVELS: { level: Config['model']['thinking']; label: PlainPhrase }[] = [
  { level: 'off', label: 'No thinking' },
  { level: 'minimal', label: 'Minimal thinking' },
  { level: 'low', label: 'Low thinking' },
  { level: 'medium', label: 'Medium thinking' },
  { level: 'high', label: 'High thinking' },
  { level: 'max', label: 'Maximum thinking' },
]
