import { describe, expect, it } from 'vitest'
import { search } from '../../support/model/sync/run.ts'
import { RULES, type Rule } from '../../support/model/sync/types.ts'
import { follow } from './lockstep.ts'

/** What each broken rule breaks; the first law that random runs find broken is one of these. */
const LAWS: Record<Rule, RegExp> = {
  overwrite: /a device says other than the log|older version wrote|had not taken|in the log twice|come to rest/,
  'act-unpublished': /a once act ran twice/,
  'rerun-started': /a once act ran twice/,
  'own-by-device': /a device says other than the log/,
  'fork-all': /a fork holds what stands in the log/,
  'believe-timeout': /a device says other than the log|had not taken|come to rest/,
  'drop-tail': /a committed input is lost/,
  'delete-slots': /had not taken|says other|come to rest|in the log twice|take over and go on/,
  'gather-unsent': /a device says other than the log|in the log twice|a fork holds/,
  'key-by-place': /one idempotency key named two calls/,
  'late-lost': /what an act gave is lost/,
  'settle-again': /settled twice/,
  'send-blindly': /was said twice/,
  'no-tombstone': /appended to a deleted session|come to rest/,
  'skip-newer': /an older version wrote after a newer one|says other than the log|had not taken/,
  'yield-and-go-on': /who had not taken the session wrote to it/,
  'blobs-after': /names a blob that is not there/,
  'no-bound': /more is unsent than a run may leave/,
}

describe('the laws of the log can fail', () => {
  for (const rule of Object.keys(RULES) as Rule[])
    it(`they catch: ${RULES[rule]}`, () => {
      const { failure } = search({ runs: 3000, seed: 5, steps: 400, broken: rule })
      expect(failure).toMatch(LAWS[rule])
    })

  it.each(['own-by-device', 'fork-all', 'believe-timeout', 'skip-newer', 'yield-and-go-on', 'no-tombstone'] as const)(
    'the lockstep finds that the product does otherwise: %s',
    (broken) => {
      const { failure } = search({ runs: 500, seed: 7, steps: 400, broken }, follow)
      expect(failure).toMatch(/, in the model /)
    },
  )
})
