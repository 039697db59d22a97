import * as z from 'zod/mini'

/** Text under way: what has been received of an answer that has not ended. Never part of the state. */

/**
 * One block, or a piece of one. `text` of a tool call is its arguments as they come; `name`: of its tool. `text` of sources and of
 * code that was run is lines, see sources.ts and code-run.ts.
 */
export const StreamBlock = z.object({
  index: z.int().check(z.nonnegative()),
  kind: z.enum(['text', 'thinking', 'tool-call', 'sources', 'code-run']),
  name: z.optional(z.string()),
  text: z.string(),
})
export type StreamBlock = z.infer<typeof StreamBlock>

/** What has come of a block since: `offset` is the length that it had before. */
export const StreamPart = z.object({ ...StreamBlock.shape, offset: z.int().check(z.nonnegative()) })
export type StreamPart = z.infer<typeof StreamPart>

/** How much text there is to read. Arguments of tool calls are no text that a person could lose. */
export const textLength = (blocks: readonly { kind: string; text: string }[]): number =>
  blocks.reduce((sum, { kind, text }) => sum + (kind === 'text' || kind === 'thinking' ? text.length : 0), 0)

/**
 * How the text came: asked for; asked for again, after an earlier asking had received some; or taken up again at the provider, whose own
 * answer had gone on (nothing is paid twice).
 */
export const Way = z.enum(['asked', 'asked-again', 're-attached'])
export type Way = z.infer<typeof Way>
