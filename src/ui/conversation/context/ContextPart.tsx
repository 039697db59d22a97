import { type JSX, Show } from 'solid-js'
import type { ContextView } from '../../../protocol/context.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { t } from '../../base/words/t.ts'

/** One part of the next request: title and size; opened, its text. */
export function RequestPart(props: {
  title: string
  size: number
  text: string
  how?: ContextView['messages'][number]['how']
  children?: JSX.Element
}): JSX.Element {
  return (
    <details class="context-part">
      <summary>
        <span>{props.title}</span>
        <Show when={props.how === 'shortened'}>
          <span class="context-how">{t('shortened')}</span>
        </Show>
        <span class="context-peek">{props.text.slice(0, 120)}</span>
        <Size size={props.size} />
      </summary>
      {props.children}
      <pre>{props.text}</pre>
    </details>
  )
}

/** In estimated tokens. */
export function Size(props: { size: number }): JSX.Element {
  return <span class="context-size">{tokens(props.size)}</span>
}

/** Sends an old part in full again, until the next summary. */
export function LoadButton(props: { what: string; disabled: boolean; onClick: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      title={t('Send it in full again')}
      aria-label={t('Load {what}', { what: props.what })}
      disabled={props.disabled}
      onClick={() => props.onClick()}
    >
      {t('Load')}
    </button>
  )
}
