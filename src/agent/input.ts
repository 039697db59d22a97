import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Config, MOST_FOUND } from './config.ts'
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
  Written,
} from './content.ts'
import { Form } from './form.ts'
import { Origin, Parent } from './head.ts'
import { Opens } from './message.ts'
import { Mode } from './mode.ts'
import { MAX_STEPS, PlanStep } from './plan.ts'
import { Facts, FileEntry, KeptWords, ListedCall } from './state.ts'
import {
  abort,
  changeFiles,
  completeIntents,
  decideToolCall,
  deleteSession,
  expandHistory,
  loadToolCall,
  sendMessage,
  undoSummary,
} from './user-intent.ts'
import { MAX_TASK } from './version.ts'

/** Facts that happened (seeds 002 and 003). The worker parses what a page sends; the writer completes and stamps it. */

/** Content received so far of running answers, by cut. The writer adds it to inputs that stop them. */
const Partials = z.lazy(() => z.record(z.string(), z.array(AnswerBlock)))
const work = { cut: z.int(), attempt: z.int() }
const NamedModel = z.object({ providerId: z.string(), model: z.string() })
const Shares = z.optional(z.array(z.object({ model: NamedModel, usage: Usage, cost: z.nullable(z.number()) })))
/** Cost of a request other than the answer itself. */
const spending = { usage: z.optional(Usage), cost: z.optional(z.nullable(z.number())) }
/**
 * `model`: the model that was asked, which may differ from the session's; absent in older journals. `shares`: the parts
 * of several models; `usage` and `cost` are the sums.
 */
const spendingOf = {
  ...spending,
  model: z.optional(NamedModel),
  shares: Shares,
}
/** Usage of a running answer, as far as it is known. */
export type Spending = { usage: Usage; cost: number | null }
/** By cut, for answers that an input stops. */
const Spent: z.ZodMiniType<Record<string, Spending>> = z.lazy(() =>
  z.record(z.string(), z.object({ usage: Usage, cost: z.nullable(z.number()) })),
)
const stopped = { spent: z.optional(Spent) }
/** What a call spent: tokens and US dollars. */
const helped = {
  spent: z.optional(z.object({ tokens: z.number().check(z.nonnegative()), cost: z.number().check(z.nonnegative()) })),
  /** Requests of the tool's own. They are part of `spent`, and counted in the usage. */
  shares: Shares,
}
const callWork = { toolCallId: z.string(), attempt: z.int() }
const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** A person's input as the journal keeps it, completed by the writer with facts of that moment. */
export const UserInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    /** `files`: the attached files that are new in the workspace. */
    z.extend(sendMessage(), {
      partials: z._default(Partials, {}),
      ...stopped,
      files: z.optional(z.array(FileChange)),
      known: z.optional(z.array(FileEntry)),
    }),
    z.extend(abort(), { partials: z._default(Partials, {}), ...stopped }),
    z.extend(deleteSession(), { partials: z.optional(Partials), ...stopped }),
    /** `grant`: the permission that the edited arguments need. The person gave it by editing. */
    z.extend(decideToolCall(), { grant: z.optional(z.nullable(z.string().check(z.maxLength(300)))) }),
    z.extend(changeFiles(), { known: z._default(z.array(FileEntry), []) }),
    ...completeIntents(),
    /** `size`: estimated tokens of the rows that come back. */
    z.extend(undoSummary(), { size: z._default(z.number(), 0) }),
    /** `n`: row of the answer that made the call. `size`: estimated tokens that it adds to the context. */
    z.extend(loadToolCall(), { n: z.int(), size: z.number() }),
    /** `to`: new end of the summary's range. `size`: as above. */
    z.extend(expandHistory(), { to: z.int(), size: z.number() }),
  ]),
)
export type UserInput = Immutable<z.infer<typeof UserInput>>

export const AgentInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('session-create'),
      sessionId: Id,
      config: Config,
      /** The project that it begins in. */
      project: z.optional(Id),
      /**
       * Only of a helper. `files`: those of the session that it helps. `isPrivate`: that one holds private material.
       */
      helps: z.optional(
        z.object({
          parent: Parent,
          title: z.string().check(z.maxLength(200)),
          task: z.string().check(z.minLength(1), z.maxLength(MAX_TASK)),
          files: z.array(FileChange),
          isPrivate: z.boolean(),
        }),
      ),
    }),
    /** The call that a helper worked for has ended. */
    z.object({ type: z.literal('session-release'), partials: Partials, ...stopped }),
    /**
     * Removes the summary that an imported session brought. `size`: estimated tokens of the messages it replaced,
     * without the calls it had loaded. Only while nothing runs.
     */
    z.object({ type: z.literal('session-drop-summary'), size: z.number() }),
    /** Makes a copied session independent and keeps its first `count` rows. */
    z.object({
      type: z.literal('session-branch'),
      count: z.int().check(z.nonnegative()),
      origin: Origin,
      title: z.optional(z.string().check(z.maxLength(200))),
    }),
    /** Turns a variant, or an imported helper, into a separate conversation. */
    z.object({ type: z.literal('session-detach') }),
    /** Makes an imported session a recording, which only a branch can continue. Only while nothing runs. */
    z.object({ type: z.literal('session-record') }),
    /** Material came into it from elsewhere: it holds private material from its beginning. */
    z.object({ type: z.literal('session-keep-private') }),
    /**
     * Committed before the request leaves. `clean`: the start before it ended in good order (the page was left), so it
     * does not count.
     */
    z.object({
      type: z.literal('brain-send-message-start'),
      ...work,
      model: NamedModel,
      clean: z.optional(z.boolean()),
      /** The request holds private material that no row has, such as the person's memory. */
      private: z.optional(z.literal(true)),
    }),
    z.object({
      type: z.literal('brain-call-tools'),
      ...work,
      toolCalls: z.array(
        z.object({
          providerId: z.string(),
          /** Random, drawn by whoever announces the call. */
          key: z.optional(z.string().check(z.maxLength(64))),
          name: z.string(),
          args: z.string(),
          meta: z.optional(Meta),
          grant: z.optional(z.string().check(z.maxLength(300))),
          sends: z.optional(z.string().check(z.maxLength(40_000))),
          opens: z.optional(Opens),
          /** The most careful mode in which this call needs no approval; absent: none. */
          freeIn: z.optional(Mode),
          /**
           * Why this call cannot run (unknown tool, bad arguments, blocked). It enters closed, with these words for the
           * model.
           */
          problem: z.optional(z.string()),
          /**
           * A recording's answer to this call: it enters closed with it, needs no permission and never runs.
           * AGENT_VERSION was not raised for this field: older journals keep their meaning, and raising it would turn
           * every older journal and black box into mere history. The format of shared logs keeps older apps away from
           * such calls.
           */
          answered: z.optional(
            z.object({
              kind: z.enum(['ok', 'error']),
              content: z.array(PlainBlock),
              details: z.optional(Display),
              blob: z.optional(Sha),
            }),
          ),
        }),
      ),
    }),
    z.object({
      type: z.literal('brain-send-message-complete'),
      ...work,
      content: z.array(AnswerBlock),
      stopReason: StopReason,
      usage: Usage,
      cost: z.nullable(z.number()),
      /**
       * Size of the last request (estimated tokens; `fixed`: system prompt and tools) and the tokens the provider
       * reported.
       */
      sent: z.optional(z.object({ size: z.number(), fixed: z.number(), reported: z.number() })),
      /** From the question to the first word, in ms. */
      firstAfter: z.optional(z.number().check(z.nonnegative())),
      written: z.optional(Written),
    }),
    z.object({
      type: z.literal('brain-fail'),
      ...work,
      failure: Failure,
      partial: z.array(AnswerBlock),
      retryAt: z.nullable(z.number()),
      /** Usage despite the failure, as far as the provider reported it. */
      usage: z.optional(Usage),
      cost: z.optional(z.nullable(z.number())),
      /** The context window that the provider named when it refused a request as too long. */
      window: z.optional(z.int().check(z.positive())),
    }),
    /** `n`: row of the answer that made the call. `size`: its estimated tokens. */
    z.object({
      type: z.literal('brain-load-tool-call'),
      ...work,
      toolCallId: z.string(),
      n: z.int(),
      size: z.number(),
      ...spending,
    }),
    /** The summary now ends at `cutAt`. `size`: tokens that this adds to the context. */
    z.object({
      type: z.literal('brain-expand-history'),
      ...work,
      cutAt: z.int(),
      size: z.number(),
      ...spending,
    }),
    /** The brain searched this session's past. The results are not part of the state. */
    z.object({ type: z.literal('brain-search-history'), ...work, ...spending }),
    /** `remaining`: estimated tokens after `cutAt`. */
    z.object({
      type: z.literal('brain-compress-history'),
      cut: z.int(),
      summary: z.string(),
      cutAt: z.int(),
      remaining: z.number(),
      calls: z.array(ListedCall),
      /**
       * Messages of the person that stay word for word. The last one must be included unless the summary ends before
       * it.
       */
      words: z.optional(z.array(KeptWords)),
      facts: z.optional(Facts),
      rows: z.optional(z.int()),
      ran: z.optional(z.record(z.string(), z.int())),
      /** The history is folded in parts, and more parts follow. */
      more: z.optional(z.boolean()),
      ...spendingOf,
    }),
    /**
     * Old results up to `at` are sent shortened from now on; nothing is summarised. `remaining`: estimated tokens of
     * the rows after the summary.
     */
    z.object({
      type: z.literal('brain-prune-history'),
      cut: z.int(),
      at: z.int(),
      remaining: z.number(),
    }),
    /**
     * `reason`: for the person. `idle`: nothing was paid, because there was nothing to compress or no model was
     * reached.
     */
    z.object({
      type: z.literal('brain-fail-compress'),
      cut: z.int(),
      reason: z.optional(z.string().check(z.maxLength(300))),
      idle: z.optional(z.boolean()),
      ...spendingOf,
    }),
    /** Committed before a name is requested. */
    z.object({ type: z.literal('brain-begin-naming') }),
    z.object({ type: z.literal('brain-name-session'), title: z.string(), ...spendingOf }),
    z.object({
      type: z.literal('toolkit-start'),
      ...callWork,
      clean: z.optional(z.boolean()),
    }),
    z.object({
      type: z.literal('toolkit-respond'),
      ...callWork,
      content: z.array(PlainBlock),
      details: z.optional(Display),
      blob: z.optional(Sha),
      files: z.optional(z.array(FileChange)),
      known: z._default(z.array(FileEntry), []),
      /**
       * Changes of the files of its project, which hold when they are committed with it. No part of the session's
       * state.
       */
      projectFiles: z.optional(z.object({ project: Id, files: z.array(FileChange) })),
      /** The new plan, as a whole. AGENT_VERSION was not raised for it: older journals keep their meaning. */
      plan: z.optional(z.array(PlanStep).check(z.maxLength(MAX_STEPS))),
      /** Deferred tools that the next requests offer. AGENT_VERSION was not raised for it, either. */
      found: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MOST_FOUND))),
      terminate: z._default(z.boolean(), false),
      ...helped,
    }),
    z.object({
      type: z.literal('toolkit-error'),
      ...callWork,
      error: z.string(),
      retryAt: z.nullable(z.number()),
      details: z.optional(Display),
      terminate: z.optional(z.boolean()),
      ...helped,
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
        z.object({ type: z.literal('helper'), session: Id }),
        z.object({ type: z.literal('form'), form: Form }),
      ]),
    }),
    z.object({ type: z.literal('clock-reach'), key: z.string() }),
    z.object({
      type: z.literal('effect-lost'),
      key: z.string(),
      error: z.string(),
    }),
  ]),
)
export type AgentInput = Immutable<z.infer<typeof AgentInput>>

/** Everything that is dispatched, without the stamp. `commandId` makes a repeated command harmless. */
export type Unstamped = (UserInput | AgentInput) & {
  commandId?: string | undefined
}
/** `seq` decides the order. `timestamp` (wall time, ms) is for people, waits and budgets. */
export type Stamp = { seq: number; timestamp: number }
export type Input = Unstamped & Stamp

export const Input: z.ZodMiniType<Input> = z.lazy(
  () =>
    z.intersection(
      z.union([UserInput, AgentInput]),
      z.object({
        seq: z.int(),
        timestamp: z.number(),
        commandId: z.optional(z.string().check(z.maxLength(64))),
      }),
    ) as unknown as z.ZodMiniType<Input>,
)
