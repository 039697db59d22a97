import * as z from 'zod/mini'
import { Provider } from '../settings/provider.ts'

/** Asks which models there are. `of`: a provider that need not be saved; absent: all that are. `again`: they are asked for their lists first, where those are old. */
export const MODEL_REQUESTS = [
  z.object({ kind: z.literal('models'), of: z.optional(Provider), again: z.optional(z.boolean()) }),
] as const

/** JSON text of a ModelsView (models-view.ts). */
export const MODEL_RESULTS = { models: z.string() }
