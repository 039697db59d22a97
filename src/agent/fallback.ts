import type { Config } from './config.ts'
import type { Failure } from './content.ts'
import type { Head } from './head.ts'

/** The model that a run asks: the chosen one, or the next of the person's chain if that one has no capacity. */

type Asked = { head: Pick<Head, 'run'>; config: Pick<Config, 'model' | 'fallback'> }
type Named = { providerId: string; model: string }

const atPlace = ({ fallback }: Asked['config'], place: number): Named | null => fallback?.models[place - 1] ?? null

/** The model that is asked now. If the chain has become shorter, it is the chosen one. */
export const askedModel = ({ head, config }: Asked): Config['model'] => ({
  ...config.model,
  ...atPlace(config, head.run.onward ?? 0),
})

/** The model after it; null at the end of the chain. */
export const nextModel = ({ head, config }: Asked): Named | null => atPlace(config, (head.run.onward ?? 0) + 1)

const NO_ROOM: ReadonlySet<Failure['kind']> = new Set(['overloaded', 'rate-limit', 'server', 'no-credit'])

/** Whether the provider's load or account is the cause, not the request: another model may answer. */
export const hasNoRoom = ({ kind }: Failure): boolean => NO_ROOM.has(kind)
