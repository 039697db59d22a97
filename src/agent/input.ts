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
import { Facts, FileEntry, KeptWords, ListedCall } from './state.ts'
import {
  Abort,
  ChangeFiles,
  COMPLETE_INTENTS,
  DecideToolCall,
  DeleteSession,
  SendMessage,
  UndoSummary,
} from './user-intent.ts'

/** Facts that happened (seeds 002 and 003). What a person says is parsed at the door of the worker; the writer completes and stamps it. */

/** Content received so far of answers under way, by cut: the writer adds it to inputs that stop them. */
const Partials = z.record(z.string(), z.array(AnswerBlock))
const work = { cut: z.number().int(), attempt: z.number().int() }
/** What an asking besides the answer itself has cost. */
const spending = { usage: Usage.optional(), cost: z.number().nullable().optional() }
const callWork = { toolCallId: z.string(), attempt: z.number().int() }
const Id = z.string().min(1).max(64)

/** What a person said, as the journal keeps it: completed by the writer with what was so at that moment. */
export const UserInput = z.discriminatedUnion('type', [
  SendMessage.extend({ partials: Partials.default({}) }),
  Abort.extend({ partials: Partials.default({}) }),
  DeleteSession.extend({ partials: Partials.optional() }),
  /** `grant`: what the edited arguments need the person's word for, which they gave by editing. */
  DecideToolCall.extend({ grant: z.string().max(300).nullable().optional() }),
  ChangeFiles.extend({ known: z.array(FileEntry).default([]) }),
  ...COMPLETE_INTENTS,
  /** `size`: estimated tokens of the rows that come back. */
  UndoSummary.extend({ size: z.number().default(0) }),
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
        sends: z.string().max(40_000).optional(),
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
    /** What was sent in the last request (estimated tokens: `fixed` of them system prompt and tools) and the tokens that were reported. */
    sent: z.object({ size: z.number(), fixed: z.number(), reported: z.number() }).optional(),
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
    /** Of a request that was too long: the window that the provider named. */
    window: z.number().int().positive().optional(),
  }),
  /** `n` is the row of the answer that made the call; `size` its estimated tokens. */
  z.object({
    type: z.literal('brain-load-tool-call'),
    ...work,
    toolCallId: z.string(),
    n: z.number().int(),
    size: z.number(),
    ...spending,
  }),
  /** The summary now stands for everything up to `cutAt` only; `size` is what that adds to the context. */
  z.object({
    type: z.literal('brain-expand-history'),
    ...work,
    cutAt: z.number().int(),
    size: z.number(),
    ...spending,
  }),
  /** The brain has looked something up in this session's past; what it read is no part of the state. */
  z.object({ type: z.literal('brain-search-history'), ...work, ...spending }),
  /** `remaining`: estimated tokens of what stays behind `cutAt`. */
  z.object({
    type: z.literal('brain-compress-history'),
    cut: z.number().int(),
    summary: z.string(),
    cutAt: z.number().int(),
    remaining: z.number(),
    calls: z.array(ListedCall),
    /** Messages of the person that stay word for word. The last one must be among them where the cut is not before it. */
    words: z.array(KeptWords).optional(),
    facts: Facts.optional(),
    rows: z.number().int().optional(),
    /** The history is folded in parts, and this is not the last. */
    more: z.boolean().optional(),
    ...spending,
  }),
  /** Nothing is summarised: from now on old results up to `at` are sent shortened. `remaining`: estimated tokens of the rows after the summary. */
  z.object({
    type: z.literal('brain-prune-history'),
    cut: z.number().int(),
    at: z.number().int(),
    remaining: z.number(),
  }),
  /** `reason`: for the person. `idle`: there was nothing to compress, so nothing was asked. */
  z.object({
    type: z.literal('brain-fail-compress'),
    cut: z.number().int(),
    reason: z.string().max(300).optional(),
    idle: z.boolean().optional(),
    ...spending,
  }),
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
