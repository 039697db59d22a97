import { expect, it } from 'vitest'
import { blowsOnTwoDevices } from './blows.ts'

/**
 * `VITE_DEVICES_TORTURE` blows make a long sitting; `VITE_DEVICES_SEED` another one; `VITE_DEVICES_LIES` scenarios more
 * of them on a storage that lies, `VITE_DEVICES_LANES` of them at once.
 */
const BLOWS = Number(import.meta.env['VITE_DEVICES_TORTURE'] ?? 12)
const SEED = Number(import.meta.env['VITE_DEVICES_SEED'] ?? 0)
const LYING = Number(import.meta.env['VITE_DEVICES_LIES'] ?? 2)
const LANES = Number(import.meta.env['VITE_DEVICES_LANES'] ?? 1)

it(
  'two devices that are killed, cut off and take the session from each other on a bad storage lose and double nothing',
  () => blowsOnTwoDevices(SEED, { blows: BLOWS, lies: false }),
  BLOWS * 4000 + 90_000,
)

const sittings = Array.from({ length: Math.ceil(LYING / LANES) }, (_, n) => SEED + 1 + n * LANES)
it.each(sittings)(
  'two devices on a storage that forgets, goes back to a backup, answers late or says yes to everything lose and double nothing (seed %i)',
  async (first) => {
    const seeds = Array.from({ length: Math.min(LANES, SEED + 1 + LYING - first) }, (_, n) =>
      import.meta.env['VITE_DEVICES_SAME'] ? SEED + 1 : first + n,
    )
    const failed: string[] = []
    const one = (seed: number): Promise<void> =>
      blowsOnTwoDevices(seed, { blows: BLOWS, lies: true }).catch((error: unknown) => {
        failed.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
      })
    await Promise.all(seeds.map(one))
    expect(failed).toEqual([])
  },
  BLOWS * 4000 + 150_000,
)
