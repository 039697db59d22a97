import type { Display } from '../../../agent/content.ts'
import { t } from '../../base/words/t.ts'

type Tests = NonNullable<Extract<Display, { shape: 'run' }>['tests']>

/** Test results in one line. */
export const testWords = ({ passed, failed, skipped }: Tests): string =>
  skipped === 0
    ? t('{passed} passed, {failed} failed', { passed, failed })
    : t('{passed} passed, {failed} failed, {skipped} skipped', { passed, failed, skipped })

/** Test results of a call that ran tests; null if it ran none. */
export const testsOf = (details: Display | undefined): Tests | null => (details?.shape === 'run' ? details.tests : null)
