import * as z from 'zod/mini'

/** A tool that the person may allow or forbid. `approval`: its own default. */
const ToolView = z.lazy(() =>
  z.object({
    name: z.string(),
    label: z.string(),
    description: z.string(),
    repeat: z.enum(['pure', 'idempotent', 'once']),
    approval: z.enum(['allow', 'ask', 'never']),
    /** Even if allowed, it asks once for each new site. */
    perSite: z.optional(z.boolean()),
  }),
)
export type ToolView = z.infer<typeof ToolView>

export const TOOL_REQUESTS = {
  'list-tools': { result: z.array(ToolView) },
}
