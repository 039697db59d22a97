import { For, type JSX, Show } from 'solid-js'
import type { DevicesView } from '../../../protocol/devices.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { copyText } from '../../rendering/copy-text.ts'

/** How to prepare the storage, with text to paste there. */
export function GuideText(props: { guide: DevicesView['engines'][number]['guide']; open: boolean }): JSX.Element {
  return (
    <details class="storage-guide" open={props.open}>
      <summary>{t('Set this up first')}</summary>
      <For each={props.guide}>
        {(step) => (
          <>
            <p>{said(step.words)}</p>
            <Show when={step.paste !== ''}>
              <pre tabindex="0">{step.paste}</pre>
              <button
                type="button"
                class="button small"
                onClick={(event) => void copyText(event.currentTarget, step.paste)}
              >
                {t('Copy')}
              </button>
            </Show>
          </>
        )}
      </For>
    </details>
  )
}
