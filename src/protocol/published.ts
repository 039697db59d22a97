import * as z from 'zod/mini'
import { Delta } from '../agent/delta-schema.ts'
import { StreamPart, Way } from '../agent/stream-block.ts'
import { StorageFault } from '../settings/storage-fault.ts'
import { CommandId, SessionItem } from './common.ts'
import { inWords, Refusal } from './refusals.ts'

/** Messages that cross from tab to tab on their way to pages. A tab's messages about itself do not. */

/** Facts of the moment that are not state: they end with the worker. */
export const Activity = z.lazy(() =>
  z.object({
    sessionId: z.string(),
    waitingForNetwork: z.boolean(),
    /** The writer cannot load a part of its code: its page must be reloaded. */
    codeMissing: z.optional(z.boolean()),
    /** It waits for the passphrase of the keys. */
    locked: z.optional(z.boolean()),
    /** An act that must not repeat waits until this person's other devices can see its start. */
    waitingForSync: z.optional(z.boolean()),
    /** A commit is held: why it cannot be saved. */
    fault: z.nullable(StorageFault),
  }),
)
export type Activity = z.infer<typeof Activity>

/** Messages to every page, from the writer or from a tab that changed settings or imported. */
export const Published = z.discriminatedUnion('type', [
  /** Follows the head whose seq is `after`; `seq` is the new one. After a gap, request the session again. */
  z.object({
    type: z.literal('delta'),
    sessionId: z.string(),
    after: z.int(),
    seq: z.int(),
    delta: Delta as z.ZodMiniType<Delta>,
  }),
  /**
   * New text, collected per frame. `offset`: the previous length of the block; a page that has less requests `streams`.
   * `start` above the shown one: a new request has begun, and the shown text is an older one's.
   */
  z.object({
    type: z.literal('stream'),
    sessionId: z.string(),
    cut: z.int(),
    attempt: z.int(),
    start: z.int(),
    way: Way,
    parts: z.array(StreamPart),
  }),
  z.object({
    type: z.literal('progress'),
    sessionId: z.string(),
    toolCallId: z.string(),
    text: z.string(),
  }),
  z.object({ type: z.literal('activity'), activity: Activity }),
  z.object({
    type: z.literal('sessions-changed'),
    sessions: z.array(SessionItem),
  }),
  /** A tool wants the person's attention. `tag`: it replaces an earlier one with the same tag. */
  z.object({
    type: z.literal('notify'),
    sessionId: z.string(),
    title: z.string().check(z.maxLength(80)),
    text: z.string().check(z.maxLength(300)),
    tag: z.string().check(z.maxLength(200)),
  }),
  z.object({ type: z.literal('settings-changed') }),
])
export type Published = z.infer<typeof Published>

/** The writer's answer to the page that sent a command. */
export const Answered = z.discriminatedUnion('type', [
  /** committed: it is on disk. known: it was already. unapplied: it no longer applies (the state is unchanged). */
  z.object({
    type: z.literal('acknowledged'),
    id: CommandId,
    outcome: z.enum(['committed', 'known', 'unapplied']),
  }),
  /**
   * A command, or a message that could not be read, is not carried out. Never sent again. `message`: the reason from a
   * tab of an older version; such a tab shows the one that it gets.
   */
  z.pipe(
    z.object({
      type: z.literal('refused'),
      id: z.nullable(z.string()),
      refusal: z.optional(Refusal),
      message: z.optional(z.string()),
    }),
    z.transform(({ refusal, message, ...rest }) => ({ ...rest, refusal: refusal ?? inWords(message ?? '') })),
  ),
])
export type Answered = z.infer<typeof Answered>
