import './whole-result.css'
import { createSignal, type JSX, Show } from 'solid-js'
import { fileSize } from '../../base/kit/file-size.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** In characters; a page of a megabyte of text is slow to lay out. */
const SHOWN = 100_000

/** A result too large for the model, which saw its beginning: the whole is loaded on demand and can be saved. */
export function WholeResult(props: { blob: string }): JSX.Element {
  const { actions } = useApp()
  const [bytes, setBytes] = createSignal<Uint8Array | null>(null)
  const [problem, setProblem] = createSignal<string | null>(null)
  const open = async (): Promise<void> => {
    setProblem(null)
    try {
      const found = await actions.blob(props.blob)
      if (found) setBytes(found)
      else setProblem('It no longer exists.')
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const text = (all: Uint8Array): string => {
    const words = new TextDecoder().decode(all.subarray(0, SHOWN))
    return all.length > SHOWN
      ? `${words}\n${t('… {size} more. Save it to see all.', { size: fileSize(all.length - SHOWN) })}`
      : words
  }
  const save = (all: Uint8Array): void => saveFile(new Blob([all as Uint8Array<ArrayBuffer>]), 'result.txt')
  return (
    <Show
      when={bytes()}
      fallback={
        <p class="whole-result">
          <span class="hint">{t('The model saw only the beginning of this result.')}</span>
          <button type="button" class="button small" onClick={() => void open()}>
            {t('Show the whole result')}
          </button>
          <Show when={problem()}>{(words) => <span class="field-error">{said(words())}</span>}</Show>
        </p>
      }
    >
      {(all) => (
        <>
          <p class="whole-result">
            <span class="hint">{t('The whole result, {size}', { size: fileSize(all().length) })}</span>
            <button type="button" class="button small" onClick={() => save(all())}>
              {t('Save')}
            </button>
          </p>
          <pre class="tool-text" tabindex="0">
            {text(all())}
          </pre>
        </>
      )}
    </Show>
  )
}
