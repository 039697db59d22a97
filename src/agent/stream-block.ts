import * as z from 'zod/mini'

/** Streaming text: the received part of an answer that has not ended. Never part of the state. */

/**
 * One block, or a piece of one. For a tool call, `text` is its arguments so far and `name` the tool. For sources and
 * code runs, `text` is lines: see sources.ts and code-run.ts.
 */
export const StreamBlock = z.object({
  index: z.int().check(z.nonnegative()),
  kind: z.enum(['text', 'thinking', 'tool-call', 'sources', 'code-run']),
  name: z.optional(z.string()),
  text: z.string(),
})
export type StreamBlock = z.infer<typeof StreamBlock>

/** New text of a block. `offset`: its length before. */
export const StreamPart = z.object({ ...StreamBlock.shape, offset: z.int().check(z.nonnegative()) })
export type StreamPart = z.infer<typeof StreamPart>

/** Length of the readable text. Arguments of tool calls do not count: a person would not miss them. */
export const textLength = (blocks: readonly { kind: string; text: string }[]): number =>
  blocks.reduce((sum, { kind, text }) => sum + (kind === 'text' || kind === 'thinking' ? text.length : 0), 0)

/**
 * How the text was requested: for the first time; again, after an earlier request had received some; or resumed at the
 * provider, which had continued the answer (nothing is paid twice).
 */
export const Way = z.enum(['asked', 'asked-again', 're-attached'])
export type Way = z.infer<typeof Way>
