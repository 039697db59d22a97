import { createMemo, For, type JSX, Show } from 'solid-js'
import type { SessionItem } from '../../../protocol/common.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { type App, AppContext, useApp } from '../../base/state/app-context.ts'
import { useWaitingCalls } from '../../base/state/helper-calls.ts'
import { decisionOf, formAnswerOf } from '../../base/state/session-actions.ts'
import type { UiState } from '../../base/state/ui-state.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { BatchDecision } from '../tool-calls/BatchDecision.tsx'
import ToolDecision from '../tool-calls/ToolDecision.tsx'
import ToolTitle from '../tool-calls/ToolTitle.tsx'

/**
 * What a helper asks the person, decided here as it would be in its own session. Its own helpers' questions come up
 * with it.
 */
export default function HelperDecisions(props: { helper: SessionItem }): JSX.Element {
  const app = useApp()
  const calls = useWaitingCalls(() => props.helper)
  const pending = createMemo(() => calls.latest?.filter(({ status }) => status === 'pending') ?? [])
  const below = createMemo(
    () =>
      app.state.sessions?.filter(
        ({ helps, status, deletedAt }) =>
          helps?.session === props.helper.id && !helps.released && deletedAt === null && status === 'waiting-for-you',
      ) ?? [],
  )
  return (
    <>
      <AppContext.Provider value={appOf(app, props.helper.id)}>
        <BatchDecision calls={pending()} of="helper">
          <For each={calls.latest}>
            {(call) => (
              <div class="helper-waits" data-call={call.id}>
                <div class="tool-head">
                  <ToolTitle name={call.name} done={false} />
                  <span class="tool-state">
                    {call.status === 'unknown' ? t('Unknown outcome') : t('Waiting for you')}
                  </span>
                </div>
                <ToolDecision call={call} />
              </div>
            )}
          </For>
        </BatchDecision>
      </AppContext.Provider>
      <For each={below()}>
        {(other) => (
          <div class="helper-waits">
            <a class="tool-head" href={sessionHash(other.id)}>
              {sessionTitle(other.title)}
            </a>
            <Show when={other.status}>
              <HelperDecisions helper={other} />
            </Show>
          </div>
        )}
      </For>
    </>
  )
}

/** The app as the decision of a call of another session needs it: what the person decides goes to that session. */
function appOf(app: App, sessionId: string): App {
  const open = { id: sessionId, view: undefined }
  const state = new Proxy(app.state, {
    get: (target, name) => (name === 'open' ? open : Reflect.get(target, name)),
  }) as UiState
  const to = (answer: Parameters<App['actions']['answer']>[1]): null => {
    void app.actions.answer(sessionId, answer)
    return null
  }
  return {
    ...app,
    state,
    actions: {
      ...app.actions,
      decide: (toolCallId, decision, scope, more = {}) => to(decisionOf(toolCallId, decision, scope, more)),
      answerForm: (...given) => to(formAnswerOf(...given)),
      settle: (toolCallId, choice, words = '') =>
        to({
          type: 'user-settle-tool-call',
          toolCallId,
          choice,
          content: words === '' ? [] : [{ type: 'text', text: words }],
        }),
    },
  }
}
