import { type JSX, Match, onCleanup, Show, Switch } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { keepFocus } from '../../base/kit/keep-focus.ts'
import { HelperChanges } from '../helpers/HelperChanges.tsx'
import { ToolApproval } from './ToolApproval.tsx'
import { ToolForm } from './ToolForm.tsx'
import { ToolQuestion } from './ToolQuestion.tsx'
import { ToolUnknown } from './ToolUnknown.tsx'
import { ToolWait } from './ToolWait.tsx'

/**
 * Decision that a call needs from the person. It depends on the call's row only, so it is the same after a reload and
 * in every tab.
 */
export default function ToolDecision(props: { call: ToolCall }): JSX.Element {
  // the pressed button goes with the decision: move the focus to the card's line
  onCleanup(() => {
    const held = document.activeElement
    const card = held?.closest<HTMLElement>('[data-call]')
    if (card?.dataset['call'] === props.call.id) keepFocus(held, () => lineOf(props.call.id))
  })
  return (
    <Switch>
      <Match when={props.call.status === 'pending'}>
        <ToolApproval call={props.call} />
      </Match>
      <Match when={props.call.status === 'unknown'}>
        <ToolUnknown call={props.call} />
      </Match>
      <Match when={props.call.status === 'asking' && props.call.question}>
        {(question) => <ToolQuestion call={props.call} question={question()} />}
      </Match>
      <Match when={props.call.status === 'asking' && props.call.form}>
        {(form) => (
          <Show when={form().about === 'changes'} fallback={<ToolForm call={props.call} form={form()} />}>
            <HelperChanges call={props.call} form={form()} />
          </Show>
        )}
      </Match>
      <Match when={props.call.status === 'waiting' && props.call.until}>
        {(until) => <ToolWait call={props.call} until={until()} />}
      </Match>
    </Switch>
  )
}

/** The card of a batch leaves it with the decision, so it is looked for afterwards. */
const lineOf = (callId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"] summary`)
