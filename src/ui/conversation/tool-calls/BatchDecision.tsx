import './tool-batch.css'
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { count, t } from '../../base/words/t.ts'
import { createKeptText } from '../composer/kept-text.ts'
import { BatchContext } from './batch.ts'
import { DenyReason } from './DenyReason.tsx'

/**
 * Calls that wait for the person: `children` lists them, each with its own decision. Several are in one card, with one
 * decision for all of them below, until the last is decided. `of`: names the batch among those of its session.
 */
export function BatchDecision(props: { calls: readonly ToolCall[]; of: string; children: JSX.Element }): JSX.Element {
  const app = useApp()
  const arming = createArming()
  const [edited, setEdited] = createSignal<ReadonlySet<string>>(new Set())
  const [kept, keep] = createKeptText(() => `reason:${app.state.open?.id ?? ''}:${props.of}`)
  const reason = () => kept() ?? ''
  const several = createMemo((before: boolean) => props.calls.length > (before ? 0 : 1), false)
  const words = () => count(props.calls.length, '1 call needs your approval', '{n} calls need your approval')
  const named = () => (several() ? { role: 'group' as const, 'aria-label': words() } : {})
  const isEdited = createMemo(() => props.calls.some(({ id }) => edited().has(id)))
  const decideAll = (decision: 'approve' | 'deny'): void => {
    const [first, ...others] = props.calls.map(({ id }) => id)
    if (first === undefined) return
    app.actions.decide(first, decision, 'once', { also: others, reason: decision === 'deny' ? reason() : '' })
    keep(null)
  }
  const editing = (callId: string, now: boolean): void =>
    void setEdited((all) => new Set([...all].filter((id) => id !== callId).concat(now ? [callId] : [])))
  return (
    <BatchContext.Provider value={{ editing, reason: () => (several() ? reason() : null) }}>
      <div {...named()} class={several() ? 'tool-batch' : 'tool-alone'}>
        <Show when={several()}>
          <p class="tool-batch-title">{words()}</p>
        </Show>
        {props.children}
        <Show when={several()}>
          <div class="tool-decision tool-batch-decision" ref={arming.watch}>
            <DenyReason reason={reason()} onReason={(words) => keep(words === '' ? null : words)} />
            <button
              type="button"
              class="button primary"
              disabled={isEdited()}
              aria-disabled={arming.unarmed()}
              onClick={arming.press(() => decideAll('approve'))}
            >
              {t('Approve all')}
            </button>
            <button
              type="button"
              class="button"
              aria-disabled={arming.unarmed()}
              onClick={arming.press(() => decideAll('deny'))}
            >
              {t('Deny all')}
            </button>
            <Show when={isEdited()}>
              <p class="tool-words">{t('You changed the arguments of a call: decide that one by itself first.')}</p>
            </Show>
            <EarlyPress arming={arming} />
          </div>
        </Show>
      </div>
    </BatchContext.Provider>
  )
}
