import { For, type JSX } from 'solid-js'
import type { DevicesView } from '../../../protocol/devices.ts'
import { t } from '../../base/words/t.ts'
import { copyText } from '../../rendering/copy-text.ts'
import { guideWords } from './engine-words.ts'

/** How to prepare the storage, with text to paste there. */
export function GuideText(props: { engine: DevicesView['engines'][number]; open: boolean }): JSX.Element {
  return (
    <details class="storage-guide" open={props.open}>
      <summary>{t('Set this up first')}</summary>
      <For each={props.engine.pastes}>
        {(paste, n) => (
          <>
            <p>{guideWords(props.engine.id, n())}</p>
            <pre tabindex="0">{paste}</pre>
            <button type="button" class="button small" onClick={(event) => void copyText(event.currentTarget, paste)}>
              {t('Copy')}
            </button>
          </>
        )}
      </For>
    </details>
  )
}
