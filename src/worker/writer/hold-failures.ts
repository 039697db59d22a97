import type { Unstamped } from '../../agent/input.ts'
import type { EffectInitializer } from '../../moorex/definition.ts'

const FAILURES: ReadonlySet<Unstamped['type']> = new Set([
  'brain-fail',
  'brain-fail-compress',
  'toolkit-error',
  'toolkit-interrupt',
])

/**
 * Holds back what an effect says about its failure while the page is being left. The browser may have cancelled its
 * requests for that reason: the next page then starts the same effect again, and nothing has failed.
 */
export const holdFailures = (
  { start, cancel }: EffectInitializer<Unstamped>,
  untilStays: () => Promise<void> | null,
): EffectInitializer<Unstamped> => ({
  start: (dispatch) =>
    start(async (input) => {
      if (FAILURES.has(input.type)) for (let stay = untilStays(); stay !== null; stay = untilStays()) await stay
      return dispatch(input)
    }),
  cancel,
})
