import { expect, it } from 'vitest'
import { untilLoaded } from '../../../../src/worker/ports/until-loaded.ts'

it('code that cannot be loaded is waited for, longer each time, and whoever listens hears of it and of its end', async () => {
  const heard: unknown[] = []
  const pauses: number[] = []
  let tries = 0
  const load = async (): Promise<string> => {
    if (++tries < 8) throw new TypeError(`try ${tries}`)
    return 'code'
  }
  const pause = async (ms: number): Promise<void> => void pauses.push(ms)
  expect(await untilLoaded(load, (missing) => void heard.push(missing), { pause })).toBe('code')
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(heard).toEqual([true, true, true, true, true, true, true, false])
})

it('says nothing of code that is there', async () => {
  const heard: unknown[] = []
  expect(
    await untilLoaded(
      async () => 'code',
      (missing) => void heard.push(missing),
    ),
  ).toBe('code')
  expect(heard).toEqual([])
})

it('a machine that is given up waits for its code no longer, and says nothing of it any more', async () => {
  const heard: unknown[] = []
  let wanted = true
  let tries = 0
  const load = async (): Promise<string> => {
    tries++
    throw new TypeError('gone')
  }
  const pause = async (): Promise<void> => {
    wanted = tries < 2
  }
  await expect(
    untilLoaded(load, (missing) => void heard.push(missing), { wanted: () => wanted, pause }),
  ).rejects.toThrow('gone')
  expect(tries).toBe(2)
  expect(heard).toEqual([true, true])
})
