import type { Draft } from 'mutative'
import type { Config } from '../../../agent/config.ts'
import type { FormValue } from '../../../agent/form.ts'
import type { QueuedMessage } from '../../../agent/message.ts'
import type { PlanChange } from '../../../agent/plan.ts'
import type { UserIntent } from '../../../agent/user-intent.ts'

type Action = Extract<UserIntent, { type: 'user-answer-form' }>['action']
export type Scope = 'once' | 'session' | 'always'

/**
 * `args`: JSON text, if the person edited the arguments. `also`: calls that are decided with it. `reason`: why it is
 * denied; '': no reason.
 */
export type Deciding = { args?: string | undefined; also?: readonly string[]; reason?: string }

export const decisionOf = (
  toolCallId: string,
  decision: 'approve' | 'deny',
  scope: Scope,
  { args, also = [], reason = '' }: Deciding,
): Extract<UserIntent, { type: 'user-decide-tool-call' }> => ({
  ...{ type: 'user-decide-tool-call', toolCallId, decision, scope },
  ...(args !== undefined && { args }),
  ...(also.length > 0 && { also: [...also] }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
})

/** What a person answers to a form of a server. */
export const formAnswerOf = (
  toolCallId: string,
  form: string,
  action: Action,
  values: Readonly<Record<string, FormValue>>,
): Extract<UserIntent, { type: 'user-answer-form' }> => ({
  ...{ type: 'user-answer-form', toolCallId, form, action },
  values: { ...values } as Record<string, string>,
})

/**
 * What a person says to the open session's machine; `say` sends one input to it and gives the command's id. `aim`: the
 * run that is shown, which Stop, Retry and Continue are meant for, however late they arrive.
 */
export function sessionActions(say: (input: UserIntent) => string | null, aim: () => { run?: number }) {
  const plain = (words: string): { type: 'text'; text: string }[] =>
    words === '' ? [] : [{ type: 'text', text: words }]
  return {
    /** Changes the open session's configuration, from the next request on. */
    configure: (config: Partial<Config>): string | null =>
      say({ type: 'user-configure', config: config as Draft<typeof config> }),
    /** Answers a form of a server. */
    answerForm: (...given: Parameters<typeof formAnswerOf>): string | null => say(formAnswerOf(...given)),
    /** What a person changes in the plan; the model reads it with its next request. */
    changePlan: (change: PlanChange): string | null => say({ type: 'user-change-plan', change }),
    stop: (): string | null => say({ type: 'user-abort', ...aim() }),
    compact: (instruction: string): string | null => say({ type: 'user-compact', instruction }),
    editSummary: (cutAt: number, text: string): string | null => say({ type: 'user-edit-summary', cutAt, text }),
    undoSummary: (cutAt: number): string | null => say({ type: 'user-undo-summary', cutAt }),
    /** Sends an earlier call in full again; or more of the messages behind a summary. */
    loadToolCall: (toolCallId: string): string | null => say({ type: 'user-load-tool-call', toolCallId }),
    expandHistory: (cutAt: number, count: number): string | null => say({ type: 'user-expand-history', cutAt, count }),
    retry: (): string | null => say({ type: 'user-retry', target: null, ...aim() }),
    /** Takes the deletion of the open session back. */
    restore: (): string | null => say({ type: 'user-restore-session' }),
    proceed: (): string | null => say({ type: 'user-continue', ...aim() }),
    decide: (toolCallId: string, decision: 'approve' | 'deny', scope: Scope, more: Deciding = {}): string | null =>
      say(decisionOf(toolCallId, decision, scope, more)),
    settle: (toolCallId: string, choice: 'again' | 'skip' | 'report', words = ''): string | null =>
      say({ type: 'user-settle-tool-call', toolCallId, choice, content: plain(words) }),
    takeBack: (message: QueuedMessage): string | null => say({ type: 'user-cancel-queued', messageId: message.id }),
    /** Changes the text of a queued message; its attachments stay. */
    changeQueued: (message: QueuedMessage, words: string): string | null =>
      say({
        type: 'user-change-queued',
        messageId: message.id,
        content: [
          ...message.content.flatMap((block) => (block.type === 'text' ? [] : [{ ...block }])),
          ...plain(words),
        ],
      }),
  }
}
