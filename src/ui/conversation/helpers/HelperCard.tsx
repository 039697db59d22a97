import '../../base/kit/tool-card.css'
import './helper-card.css'
import { createMemo, type JSX, Show, Suspense } from 'solid-js'
import Bot from '~icons/lucide/bot'
import ChevronRight from '~icons/lucide/chevron-right'
import type { ToolCall } from '../../../agent/message.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { ToolArguments } from '../tool-calls/ToolArguments.tsx'
import { toolState } from '../tool-calls/tool-state.ts'
import { helperSpent, helperState, helperTitle } from './helper-words.ts'

const ToolResultView = lazy(() => import('../tool-calls/ToolResultView.tsx'))
const ToolDecision = lazy(() => import('../tool-calls/ToolDecision.tsx'))
const HelperDecisions = lazy(() => import('./HelperDecisions.tsx'))

/** A part of the work that a helper does: what it does now, what it has used, and what it waits for. */
export default function HelperCard(props: { call: ToolCall; helper: string }): JSX.Element {
  const { actions, state } = useApp()
  const item = createMemo(() => state.sessions?.find(({ id }) => id === props.helper))
  const title = () => helperTitle(props.call)
  const works = () => props.call.status === 'waiting'
  const waits = () => works() && item()?.status === 'waiting-for-you'
  const isAsked = () => props.call.status === 'asking'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and lays out by rules of its own
    <div
      role="group"
      aria-label={t('Helper: {title}', { title: showHidden(title()) })}
      class="tool-card helper-card"
      data-state={waits() || isAsked() ? 'Needs approval' : works() ? 'Running' : toolState(props.call)}
      data-call={props.call.id}
    >
      <details class="tool-details">
        <summary class="tool-head">
          <Bot size={15} />
          <span class="helper-title">
            <VisibleText text={title()} />
          </span>
          <Show when={works() && item()?.busy && !state.notRunning}>
            <span class="busy-dot" />
          </Show>
          <span class="tool-state">{helperState(props.call, item(), state.notRunning)}</span>
          <ChevronRight size={14} class="tool-chevron" />
        </summary>
        <ToolArguments args={props.call.args} most={MOST_OF_TASK} />
        <Suspense>
          <Show when={props.call.result}>
            {(result) => <ToolResultView result={result()} callId={props.call.id} />}
          </Show>
        </Suspense>
      </details>
      <Suspense>
        <Show when={isAsked()}>
          <ToolDecision call={props.call} />
        </Show>
        <Show when={waits() && item()}>{(helper) => <HelperDecisions helper={helper()} />}</Show>
      </Suspense>
      <div class="helper-foot">
        <span class="hint">{helperSpent(item())}</span>
        <Show when={works() && item()}>
          <button
            type="button"
            class="button small"
            aria-label={t('Stop helper')}
            onClick={() => actions.stopSession(props.helper)}
          >
            {t('Stop')}
          </button>
        </Show>
        <Show when={item()?.deletedAt === null}>
          <a class="button small" href={sessionHash(props.helper)}>
            {t('Open')}
          </a>
        </Show>
      </div>
    </div>
  )
}

const MOST_OF_TASK = 4000
