import { retryDelay } from './retry-delay.ts'

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads a part of the code, for as long as it takes. What cannot be loaded (the network is away, or a newer version has
 * taken the place of this one on the server, and no service worker keeps the files) is no failure of the work that
 * needs it: the work waits, and goes on when the part comes, or in a page that was loaded again. `missing` hears of it,
 * and of its end. `load` does nothing but import. Rejects only when it is not `wanted` any more.
 */
export async function untilLoaded<Code>(
  load: () => Promise<Code>,
  missing: (isMissing: boolean, error?: unknown) => void,
  { wanted = () => true, pause = later }: { wanted?: () => boolean; pause?: (ms: number) => Promise<void> } = {},
): Promise<Code> {
  for (let failures = 1; ; failures++) {
    try {
      const code = await load()
      if (failures > 1) missing(false)
      return code
    } catch (error) {
      missing(true, error)
      await pause(retryDelay(failures))
      // its machine was given up, and another one speaks for the session
      if (!wanted()) throw error
    }
  }
}
