import * as z from 'zod/mini'
import { configObject } from './config.ts'
import { FileChange, PlainBlock } from './content.ts'
import { answer } from './form.ts'
import { Delivery } from './message.ts'
import { PlanChange } from './plan.ts'

/**
 * Everything a person can say to a session, exactly as a page sends it. The journal holds more (`UserInput`): the
 * writer adds facts that only it knows.
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
 * The run that it is meant for (`runOf` of the head the person saw): a newer run is left alone. Absent: any run, as
 * before runs had ids.
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
    /** Further calls that are decided with it, each once, whatever the scope. */
    also: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(64))),
    /** Why it is denied, for the model; '' and absent: no reason. */
    reason: z.optional(z.string().check(z.maxLength(2000))),
    /** JSON text, if the person edited the arguments (approve only). */
    args: z.optional(z.string().check(z.maxLength(1_000_000))),
  })
/** Compare-and-set: all of them, or none. */
export const changeFiles = () =>
  z.object({
    type: z.literal('user-change-files'),
    files: z.array(FileChange).check(z.minLength(1), z.maxLength(1000)),
  })

/** Restores what was before the summary that ends at `cutAt`. */
export const undoSummary = () => z.object({ type: z.literal('user-undo-summary'), cutAt: z.int() })

/** Sends an old call in full again, until the next compression. */
export const loadToolCall = () =>
  z.object({
    type: z.literal('user-load-tool-call'),
    toolCallId: z.string().check(z.maxLength(64)),
  })
/** Sends the newest `count` messages again that the summary ending at `cutAt` replaces. */
export const expandHistory = () =>
  z.object({
    type: z.literal('user-expand-history'),
    cutAt: z.int(),
    count: z.int().check(z.minimum(1), z.maximum(100)),
  })

/** Intents to which the writer adds nothing. */
export const completeIntents = () =>
  [
    z.object({ type: z.literal('user-cancel-queued'), messageId: Id }),
    z.object({ type: z.literal('user-change-queued'), messageId: Id, content: UserContent }),
    /** `target`: id of a user message or cut of an answer; null: the last one. */
    z.object({ type: z.literal('user-retry'), target: z.nullable(z.string()), ...aim() }),
    z.object({ type: z.literal('user-continue'), ...aim() }),
    z.object({
      type: z.literal('user-settle-tool-call'),
      toolCallId: z.string(),
      choice: z.enum(['again', 'skip', 'report']),
      content: z._default(z.array(PlainBlock), []),
    }),
    /** `form`: the id of the form that the person saw. */
    z.object({
      type: z.literal('user-answer-form'),
      toolCallId: z.string(),
      form: z.string().check(z.maxLength(64)),
      ...answer(),
    }),
    z.object({ type: z.literal('user-change-plan'), change: PlanChange }),
    z.object({ type: z.literal('user-configure'), config: z.partial(configObject()) }),
    z.object({ type: z.literal('user-name-session'), title: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.object({ type: z.literal('user-restore-session') }),
    /** Moves it into a project, or out of its project (null). It counts from the next run on. */
    z.object({ type: z.literal('user-move-session'), project: z.nullable(Id) }),
    /** Compresses the history at the next quiet moment, following `instruction`. */
    z.object({ type: z.literal('user-compact'), instruction: z._default(z.string().check(z.maxLength(1000)), '') }),
    /** For the summary that ends at `cutAt`. */
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
