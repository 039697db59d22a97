import { paced } from '../../settings/pace.ts'

const FIRST = 1000
const LONGEST = 30_000

/**
 * Milliseconds until the next try after `failures` failures in a row (1 or more): doubled each time, up to half a
 * minute.
 */
export const retryDelay = (failures: number): number => paced(Math.min(LONGEST, FIRST * 2 ** (failures - 1)))
