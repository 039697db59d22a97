import type { Display } from '../../agent/content.ts'
import { t } from '../words/t.ts'

type Tests = NonNullable<Extract<Display, { shape: 'run' }>['tests']>

/** What came of tests, in one line. */
export const testWords = ({ passed, failed, skipped }: Tests): string =>
  skipped === 0
    ? t('{passed} passed, {failed} failed', { passed, failed })
    : t('{passed} passed, {failed} failed, {skipped} skipped', { passed, failed, skipped })

/** The tests of a call whose code had some. */
export const testsOf = (details: Display | undefined): Tests | null => (details?.shape === 'run' ? details.tests : null)
