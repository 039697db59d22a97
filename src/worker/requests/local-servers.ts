import type { LocalServer } from '../../protocol/providers.ts'
import { isLoopback } from '../../settings/loopback.ts'
import { PRESETS, type Preset } from '../../settings/presets.ts'

/** Finds model servers on this computer, at the usual port of each known kind. */

export const LOCAL_PRESETS: readonly Preset[] = PRESETS.filter(({ baseUrl }) => isLoopback(new URL(baseUrl).hostname))

/**
 * `list`: the models at an address; rejects if they cannot be read. `isThere`: whether anything answers there, readable
 * or not. Gives the servers that answered, in the order of the presets.
 */
export async function localServers(
  list: (preset: Preset) => Promise<string[]>,
  isThere: (baseUrl: string) => Promise<boolean>,
): Promise<LocalServer[]> {
  const looked = await Promise.all(
    LOCAL_PRESETS.map(async (preset): Promise<LocalServer | null> => {
      const { baseUrl } = preset
      // a server that can be read but lists nothing has no model yet; one that cannot be read blocks web pages
      const models = await list(preset).catch(() => null)
      return models !== null || (await isThere(baseUrl)) ? { baseUrl, models } : null
    }),
  )
  return looked.filter((server) => server !== null)
}
