import './tool-decision.css'
import { createEffect, createSignal, createUniqueId, For, type JSX, onCleanup, Show, useContext } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { prettyArguments } from '../../../search/call-arguments.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { Scope } from '../../base/state/session-actions.ts'
import { hasHidden, showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { BatchContext } from './batch.ts'
import { createDenyReason, createEditedArguments } from './card-words.ts'
import { DenyReason } from './DenyReason.tsx'
import { scopesOf } from './decision-scopes.ts'
import { argumentsProblem, compactArguments } from './edited-arguments.ts'
import { GrantAsked } from './GrantAsked.tsx'
import { OwnSearchOffer } from './OwnSearchOffer.tsx'
import { ToolArguments } from './ToolArguments.tsx'

/**
 * Approve or deny: once, for the session, or always. The arguments may be edited first; the edit counts for this call
 * only.
 */
export function ToolApproval(props: { call: ToolCall }): JSX.Element {
  const { actions } = useApp()
  const id = createUniqueId()
  const arming = createArming()
  const [scope, setScope] = createSignal<Scope>('once')
  const [edited, setEdited] = createEditedArguments(props.call)
  const batch = useContext(BatchContext)
  const [own, setOwn] = createDenyReason(props.call)
  const isAlone = () => batch === undefined || batch.reason() === null
  const reason = () => batch?.reason() ?? own() ?? ''
  createEffect(() => batch?.editing(props.call.id, edited() !== null))
  onCleanup(() => batch?.editing(props.call.id, false))
  // an edit restored from storage does not take the focus
  let opened = false
  const toggleEdit = (): void => {
    opened = true
    setEdited(edited() === null ? showHidden(prettyArguments(props.call.args)) : null)
  }
  const problem = () => {
    const text = edited()
    return text === null ? null : argumentsProblem(text)
  }
  const approve = (): void => {
    const text = edited()
    if (problem() !== null) return
    const changed = text !== null && compactArguments(text) !== compactArguments(props.call.args)
    actions.decide(props.call.id, 'approve', scope(), {
      args: changed ? compactArguments(text) : undefined,
    })
  }
  return (
    <div class="tool-decision" ref={arming.watch}>
      <GrantAsked call={props.call} />
      <Show when={props.call.name === 'search_web'}>
        <OwnSearchOffer />
      </Show>
      <Show when={edited() !== null} fallback={<ToolArguments args={props.call.args} />}>
        <div class="tool-edit">
          <textarea
            ref={(element) => queueMicrotask(() => opened && element.focus())}
            class="input code"
            aria-label={t('Arguments')}
            aria-describedby={`${id}-problem`}
            aria-invalid={problem() !== null}
            spellcheck={false}
            rows={Math.min(16, (edited() ?? '').split('\n').length + 1)}
            value={edited() ?? ''}
            onInput={(event) => setEdited(event.currentTarget.value)}
          />
          <p id={`${id}-problem`} class="field-note" data-bad={problem() !== null} role="status">
            {problem() ?? t('Counts for this call alone.')}
          </p>
        </div>
      </Show>
      <Show when={hasHidden(edited() ?? prettyArguments(props.call.args))}>
        <p class="tool-words" data-hidden-signs>
          {t('It holds signs that are not seen, or that turn the text round. They are written out and marked.')}
        </p>
      </Show>
      <button
        type="button"
        class="button primary"
        disabled={problem() !== null}
        aria-disabled={arming.unarmed()}
        onClick={arming.press(approve)}
      >
        {t('Approve')}
      </button>
      <button
        type="button"
        class="button"
        aria-disabled={arming.unarmed()}
        onClick={arming.press(() => actions.decide(props.call.id, 'deny', scope(), { reason: reason() }))}
      >
        {t('Deny')}
      </button>
      <select
        class="select"
        aria-label={t('Scope')}
        value={scope()}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
      >
        <For each={scopesOf(props.call)}>{(item) => <option value={item.scope}>{t(item.label)}</option>}</For>
      </select>
      <button type="button" class="button ghost" aria-pressed={edited() !== null} onClick={toggleEdit}>
        {edited() === null ? t('Edit arguments') : t('Undo my edits')}
      </button>
      <Show when={isAlone()}>
        <DenyReason reason={own() ?? ''} onReason={(words) => setOwn(words === '' ? null : words)} />
      </Show>
      <EarlyPress arming={arming} />
    </div>
  )
}
