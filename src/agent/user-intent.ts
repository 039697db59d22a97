import * as z from 'zod/mini'
import { configObject } from './config.ts'
import { FileChange, PlainBlock } from './content.ts'
import { Delivery } from './message.ts'

/**
 * What a person may say to a session: exactly what a page sends. What stands in the journal is more (`UserInput`): the writer completes it
 * with what only it knows.
 */

const Id = z.string().check(z.minLength(1), z.maxLength(64))
const UserContent = z.lazy(() => z.array(PlainBlock).check(z.minLength(1), z.maxLength(32)))

export const sendMessage = () =>
  z.object({
    type: z.literal('user-send-message'),
    messageId: Id,
    content: UserContent,
    delivery: Delivery,
  })
/**
 * The run that it is meant for (`runOf` of the head that the person looked at): a newer one is left alone. Absent: whatever runs or rests,
 * as before runs had names.
 */
const aim = () => ({ run: z.optional(z.int()) })
export const abort = () => z.object({ type: z.literal('user-abort'), ...aim() })
export const deleteSession = () => z.object({ type: z.literal('user-delete-session') })
export const decideToolCall = () =>
  z.object({
    type: z.literal('user-decide-tool-call'),
    toolCallId: z.string(),
    decision: z.enum(['approve', 'deny']),
    scope: z.enum(['once', 'session', 'always']),
    /** JSON text, when the person edited the arguments (approve only). */
    args: z.optional(z.string().check(z.maxLength(1_000_000))),
  })
/** Compare-and-set: all of them, or none. */
export const changeFiles = () =>
  z.object({
    type: z.literal('user-change-files'),
    files: z.array(FileChange).check(z.minLength(1), z.maxLength(1000)),
  })

/** Puts back what stood before the summary that ends at `cutAt`. */
export const undoSummary = () => z.object({ type: z.literal('user-undo-summary'), cutAt: z.int() })

/** An old call is sent in full again, until the next compression. */
export const loadToolCall = () =>
  z.object({
    type: z.literal('user-load-tool-call'),
    toolCallId: z.string().check(z.maxLength(64)),
  })
/** The newest `count` of the messages that the summary ending at `cutAt` stands for are sent again. */
export const expandHistory = () =>
  z.object({
    type: z.literal('user-expand-history'),
    cutAt: z.int(),
    count: z.int().check(z.minimum(1), z.maximum(100)),
  })

/** Those to which the writer has nothing to add. */
export const completeIntents = () =>
  [
    z.object({ type: z.literal('user-cancel-queued'), messageId: Id }),
    z.object({ type: z.literal('user-change-queued'), messageId: Id, content: UserContent }),
    /** `target`: the id of a user message or the cut of an answer; null: the last one. */
    z.object({ type: z.literal('user-retry'), target: z.nullable(z.string()), ...aim() }),
    z.object({ type: z.literal('user-continue'), ...aim() }),
    z.object({
      type: z.literal('user-settle-tool-call'),
      toolCallId: z.string(),
      choice: z.enum(['again', 'skip', 'report']),
      content: z._default(z.array(PlainBlock), []),
    }),
    z.object({ type: z.literal('user-configure'), config: z.partial(configObject()) }),
    z.object({ type: z.literal('user-name-session'), title: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.object({ type: z.literal('user-restore-session') }),
    /** The history is compressed at the next calm moment, in the words of `instruction`. */
    z.object({ type: z.literal('user-compact'), instruction: z._default(z.string().check(z.maxLength(1000)), '') }),
    /** Of the summary that ends at `cutAt`. */
    z.object({
      type: z.literal('user-edit-summary'),
      cutAt: z.int(),
      text: z.string().check(z.minLength(1), z.maxLength(100_000)),
    }),
  ] as const

export const UserIntent = z.lazy(() =>
  z.discriminatedUnion('type', [
    sendMessage(),
    abort(),
    deleteSession(),
    decideToolCall(),
    changeFiles(),
    undoSummary(),
    loadToolCall(),
    expandHistory(),
    ...completeIntents(),
  ]),
)
export type UserIntent = z.infer<typeof UserIntent>
