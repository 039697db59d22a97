import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { Sha } from './content.ts'
import type { Head } from './head.ts'
import type { Message, QueuedMessage } from './message.ts'
import type { Plan } from './plan.ts'

/** A file of the workspace. `blob` null: deleted (the row stays, so that a journal folds to the same rows). */
export const FileEntry = z.lazy(() =>
  z.object({
    path: z.string(),
    blob: z.nullable(Sha),
    size: z.number(),
    mediaType: z.string(),
    seq: z.int(),
    timestamp: z.number(),
  }),
)
export type FileEntry = Immutable<z.infer<typeof FileEntry>>

/** A message of the person that a summary keeps word for word. `whole`: with its images. `size`: estimated tokens. */
export const KeptWords = z.lazy(() =>
  z.object({
    n: z.int(),
    seq: z.int(),
    size: z.number(),
    whole: z.boolean(),
  }),
)
export type KeptWords = Immutable<z.infer<typeof KeptWords>>
/** Facts about the time up to the cut, known for certain, whatever the model says. */
export const Facts = z.lazy(() =>
  z.object({
    /** Paths of the files at that time. */
    files: z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(200)),
    /** Calls that may or may not have taken effect, in words. */
    unknown: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
    /** How many messages the summary skipped because there were too many. */
    unread: z.optional(z.int()),
  }),
)
export type Facts = Immutable<z.infer<typeof Facts>>
/** An old call as the brain sees it. `about`: the beginning of its arguments. */
export const ListedCall = z.lazy(() =>
  z.object({
    id: z.string(),
    n: z.int(),
    name: z.string(),
    about: z.optional(z.string().check(z.maxLength(200))),
  }),
)
export type ListedCall = Immutable<z.infer<typeof ListedCall>>

const plainSummary = () =>
  z.object({
    text: z.string(),
    cutAt: z.int(),
    calls: z.array(ListedCall),
    loaded: z.array(z.object({ id: z.string(), n: z.int() })),
    words: z.optional(z.array(KeptWords)),
    facts: z.optional(Facts),
    /** How many rows of the transcript the summary replaces. */
    rows: z.optional(z.int()),
    /** The plan at that time, if no row after `cutAt` shows it. */
    plan: z.optional(z.string()),
    /** By provider: the row (`n`) of its newest code run that it wants back. That row has the name of the sandbox. */
    ran: z.optional(z.record(z.string(), z.int())),
    edited: z.optional(z.boolean()),
  })
/**
 * Replaces everything up to `cutAt`. (With `cutAt` 0 and an empty text it only holds `loaded`.) `calls` lists old calls
 * that the brain may load (capped). `loaded` are those it has loaded, including shortened ones after the cut. `before`:
 * the summary to restore on undo; absent: undo is not possible.
 */
export const Summary = z.lazy(() =>
  z.object({ ...plainSummary().shape, before: z.optional(z.nullable(plainSummary())) }),
)
export type Summary = Immutable<z.infer<typeof Summary>>

/**
 * The state of one session. Only `head`, `config`, `summary`, `plan` and `queue` are complete. `messages` is a window,
 * sorted by `n`: it always holds the last row and every row that the head's index names; older rows may be absent.
 * `files`, sorted by path, holds the files that inputs of this machine have touched: an input that changes files brings
 * the entries it builds on (`known`).
 */
export type State = Readonly<{
  head: Head
  config: Config
  summary: Summary | null
  plan: Plan | null
  queue: readonly QueuedMessage[]
  messages: readonly Message[]
  files: readonly FileEntry[]
}>
