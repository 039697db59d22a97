import type { Mode } from '../../../agent/mode.ts'
import type { PlainPhrase } from './t.ts'

/** Names of the modes: a contract with tests and screen readers. */
export const MODE_NAMES = {
  ask: 'Ask',
  careful: 'Careful',
  free: 'Free within limits',
} as const satisfies Record<Mode, PlainPhrase>

export const MODE_WORDS = {
  ask: 'Asks about each new site, and before it changes anything outside the workspace.',
  careful: 'Reads public sites without asking until the session holds private material. Everything else asks.',
  free: 'Asks only about what cannot be undone. Once the session holds private material, whatever could send it asks, too.',
} as const satisfies Record<Mode, PlainPhrase>
