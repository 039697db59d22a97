import { retryDelay } from './retry-delay.ts'

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads a part of the code, for as long as it takes. If it cannot be loaded (no network, or a newer version on the
 * server without a service worker), the work waits instead of failing, and continues when the part arrives, or in a
 * reloaded page. `missing` is told at the start and the end of the wait. `load` only imports. Rejects only when the
 * part is no longer `wanted`.
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
      // the machine was dropped, and another one runs the session
      if (!wanted()) throw error
    }
  }
}
