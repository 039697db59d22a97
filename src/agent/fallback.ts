import type { Config } from './config.ts'
import type { Failure } from './content.ts'
import type { Head } from './head.ts'

/** Which model a run asks: the chosen one, or, where that has no room, the next of the chain that the person has set. */

type Asked = { head: Pick<Head, 'run'>; config: Pick<Config, 'model' | 'fallback'> }
type Named = { providerId: string; model: string }

const atPlace = ({ fallback }: Asked['config'], place: number): Named | null => fallback?.models[place - 1] ?? null

/** The model that is asked now. A chain that has become shorter ends with the chosen one. */
export const askedModel = ({ head, config }: Asked): Config['model'] => ({
  ...config.model,
  ...atPlace(config, head.run.onward ?? 0),
})

/** The one that would be asked after it; null: the chain is at its end. */
export const nextModel = ({ head, config }: Asked): Named | null => atPlace(config, (head.run.onward ?? 0) + 1)

const NO_ROOM: ReadonlySet<Failure['kind']> = new Set(['overloaded', 'rate-limit', 'server', 'no-credit'])

/** What is wrong is the provider's load or its account, not the question: another model may answer it. */
export const hasNoRoom = ({ kind }: Failure): boolean => NO_ROOM.has(kind)
