import { createSignal, type JSX, Show } from 'solid-js'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { t } from '../../base/words/t.ts'
import { createImport, IMPORTED_FILES, ImportOutcome } from './ImportFlow.tsx'

/** Chooses a file to import: an export of Reflexor, a black box, or an export of ChatGPT, Claude or LibreChat. */
export function ImportButton(props: { onClose: () => void }): JSX.Element {
  /** The only session of the file, imported now or here already: the person wants to continue it. */
  const [arrived, setArrived] = createSignal<string | null>(null)
  const flow = createImport((sessions, here) => {
    const [only] = sessions.length > 1 ? [] : sessions
    setArrived(only?.id ?? (sessions.length === 0 ? (here ?? null) : null))
  })
  let input!: HTMLInputElement
  const leave = (): void => {
    props.onClose()
    // the focus would be lost with the link
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMPORTED_FILES}
        aria-label={t('Exported file')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          setArrived(null)
          if (file)
            void flow.choose(file).finally(() => {
              // the same file can be chosen again
              input.value = ''
            })
        }}
      />
      <button type="button" class="button" disabled={flow.work.busy()} onClick={() => input.click()}>
        {flow.work.busy() ? t('Importing…') : t('Import')}
      </button>
      <ImportOutcome flow={flow} />
      <Show when={arrived()}>
        {(id) => (
          <a class="button" href={sessionHash(id())} onClick={leave}>
            {t('Open it')}
          </a>
        )}
      </Show>
    </>
  )
}
