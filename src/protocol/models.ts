import * as z from 'zod/mini'
import { Provider } from '../settings/provider.ts'

/**
 * Requests the models. `of`: a provider that need not be saved; absent: all saved ones. `again`: old lists are
 * requested again first.
 */
export const MODEL_REQUESTS = [
  z.object({ kind: z.literal('models'), of: z.optional(Provider), again: z.optional(z.boolean()) }),
] as const

/** JSON text of a ModelsView (models-view.ts). */
export const MODEL_RESULTS = { models: z.string() }
