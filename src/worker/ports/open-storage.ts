import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import type { Engine, OpenStore } from '../../sync/engine.ts'

/**
 * The storage behind the one guarded fetch: one origin, its credentials in the fetch and nowhere else. `onRequest`:
 * hears of each before it leaves.
 */
export function openStorage(
  engine: Engine,
  fields: Record<string, string>,
  url: string,
  onRequest: () => void = () => {},
): OpenStore {
  const { origin } = new URL(url)
  const { header, sign, open } = engine.access(fields, url)
  const guarded = createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: (target) => (target === origin ? header : null),
    ...(sign === undefined ? {} : { sign }),
    fetch: globalThis.fetch.bind(globalThis),
  })
  return open((...asked) => {
    onRequest()
    return guarded(...asked)
  })
}
