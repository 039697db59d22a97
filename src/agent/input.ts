import { z } from 'zod'
import { Config } from './config.ts'
import {
  AnswerBlock,
  Display,
  Failure,
  FileChange,
  Meta,
  PlainBlock,
  Question,
  Sha,
  StopReason,
  Usage,
} from './content.ts'
import { Delivery } from './message.ts'
import { FileEntry } from './state.ts'

/** Facts that happened (DESIGN 6, seeds 002 and 003). Users' inputs are parsed at the door of the worker; the writer stamps all. */

/** Content received so far of answers under way, by cut: the writer adds it to inputs that stop them. */
const Partials = z.record(z.string(), z.array(AnswerBlock))
const work = { cut: z.number().int(), attempt: z.number().int() }
const callWork = { toolCallId: z.string(), attempt: z.number().int() }
const Id = z.string().min(1).max(64)
const UserContent = z.array(PlainBlock).min(1).max(32)
const Configuration = Config.partial()

export const UserInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('user-send-message'),
    messageId: Id,
    content: UserContent,
    delivery: Delivery,
    partials: Partials.default({}),
  }),
  z.object({ type: z.literal('user-cancel-queued'), messageId: Id }),
  z.object({
    type: z.literal('user-change-queued'),
    messageId: Id,
    content: UserContent,
  }),
  z.object({ type: z.literal('user-abort'), partials: Partials.default({}) }),
  /** `target`: the id of a user message or the cut of an answer; null: the last one. */
  z.object({ type: z.literal('user-retry'), target: z.string().nullable() }),
  z.object({ type: z.literal('user-continue') }),
  z.object({
    type: z.literal('user-decide-tool-call'),
    toolCallId: z.string(),
    decision: z.enum(['approve', 'deny']),
    scope: z.enum(['once', 'session', 'always']),
    /** JSON text, when the person edited the arguments (approve only). */
    args: z.string().max(1_000_000).optional(),
    /** What the edited arguments need the person's word for, which they gave by editing; the writer puts it here. */
    grant: z.string().max(300).nullable().optional(),
  }),
  z.object({
    type: z.literal('user-settle-tool-call'),
    toolCallId: z.string(),
    choice: z.enum(['again', 'skip', 'report']),
    content: z.array(PlainBlock).default([]),
  }),
  z.object({ type: z.literal('user-configure'), config: Configuration }),
  z.object({
    type: z.literal('user-name-session'),
    title: z.string().min(1).max(200),
  }),
  z.object({ type: z.literal('user-delete-session'), partials: Partials.optional() }),
  z.object({ type: z.literal('user-restore-session') }),
  z.object({
    type: z.literal('user-change-files'),
    files: z.array(FileChange).min(1).max(1000),
    known: z.array(FileEntry).default([]),
  }),
])
export type UserInput = z.infer<typeof UserInput>

export const AgentInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session-create'),
    sessionId: Id,
    config: Config,
  }),
  /**
   * What a session from elsewhere brought as its summary is taken away: its messages speak for themselves. `size`: estimated tokens of
   * the messages that it stood for, without the calls that it had loaded. Only while nothing works.
   */
  z.object({ type: z.literal('session-drop-summary'), size: z.number() }),
  /** Committed before the request leaves. `clean`: the start before it ended in good order (the page was left), so it does not count. */
  z.object({
    type: z.literal('brain-send-message-start'),
    ...work,
    model: z.object({ providerId: z.string(), model: z.string() }),
    clean: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('brain-call-tools'),
    ...work,
    toolCalls: z.array(
      z.object({
        providerId: z.string(),
        name: z.string(),
        args: z.string(),
        meta: Meta.optional(),
        grant: z.string().max(300).optional(),
        /** Why this call cannot run (unknown tool, bad arguments, blocked): it enters closed, with these words for the model. */
        problem: z.string().optional(),
      }),
    ),
  }),
  z.object({
    type: z.literal('brain-send-message-complete'),
    ...work,
    content: z.array(AnswerBlock),
    stopReason: StopReason,
    usage: Usage,
    cost: z.number().nullable(),
  }),
  z.object({
    type: z.literal('brain-fail'),
    ...work,
    failure: Failure,
    partial: z.array(AnswerBlock),
    retryAt: z.number().nullable(),
    /** What it took all the same, as far as the provider said. */
    usage: Usage.optional(),
    cost: z.number().nullable().optional(),
  }),
  /** `n` is the row of the answer that made the call; `size` its estimated tokens. */
  z.object({
    type: z.literal('brain-load-tool-call'),
    ...work,
    toolCallId: z.string(),
    n: z.number().int(),
    size: z.number(),
  }),
  /** The summary now stands for everything up to `cutAt` only; `size` is what that adds to the context. */
  z.object({
    type: z.literal('brain-expand-history'),
    ...work,
    cutAt: z.number().int(),
    size: z.number(),
  }),
  /** `remaining`: estimated tokens of what stays behind `cutAt`. */
  z.object({
    type: z.literal('brain-compress-history'),
    cut: z.number().int(),
    summary: z.string(),
    cutAt: z.number().int(),
    remaining: z.number(),
    calls: z.array(z.object({ id: z.string(), n: z.number().int(), name: z.string() })),
  }),
  z.object({ type: z.literal('brain-fail-compress'), cut: z.number().int() }),
  z.object({ type: z.literal('brain-name-session'), title: z.string() }),
  z.object({
    type: z.literal('toolkit-start'),
    ...callWork,
    clean: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('toolkit-respond'),
    ...callWork,
    content: z.array(PlainBlock),
    details: Display.optional(),
    blob: Sha.optional(),
    files: z.array(FileChange).optional(),
    known: z.array(FileEntry).default([]),
    terminate: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('toolkit-error'),
    ...callWork,
    error: z.string(),
    retryAt: z.number().nullable(),
    details: Display.optional(),
    terminate: z.boolean().optional(),
  }),
  z.object({ type: z.literal('toolkit-interrupt'), ...callWork }),
  z.object({
    type: z.literal('toolkit-wait'),
    ...callWork,
    for: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('time'),
        until: z.number(),
        closeWith: z.array(PlainBlock),
      }),
      z.object({ type: z.literal('answer'), question: Question }),
    ]),
  }),
  z.object({ type: z.literal('clock-reach'), key: z.string() }),
  z.object({
    type: z.literal('effect-lost'),
    key: z.string(),
    error: z.string(),
  }),
])
export type AgentInput = z.infer<typeof AgentInput>

/** What is dispatched: everything but the stamp. `commandId` makes a resent command harmless. */
export type Unstamped = (UserInput | AgentInput) & {
  commandId?: string | undefined
}
/** `seq` decides the order; `timestamp` (wall time, ms) is for people, waits and budgets. */
export type Stamp = { seq: number; timestamp: number }
export type Input = Unstamped & Stamp

export const Input: z.ZodType<Input> = z.intersection(
  z.union([UserInput, AgentInput]),
  z.object({
    seq: z.number().int(),
    timestamp: z.number(),
    commandId: z.string().max(64).optional(),
  }),
) as unknown as z.ZodType<Input>
