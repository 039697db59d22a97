import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'
import { createImport, IMPORTED_FILES, ImportOutcome } from './ImportFlow.tsx'

/** Chooses a file to be brought in: an export of Reflexor, a black box, or an export of ChatGPT, Claude or LibreChat. */
export function ImportButton(): JSX.Element {
  const flow = createImport()
  let input!: HTMLInputElement
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
          // emptied: the same file may be chosen again
          if (file)
            void flow.choose(file).finally(() => {
              input.value = ''
            })
        }}
      />
      <button type="button" class="button" disabled={flow.work.busy()} onClick={() => input.click()}>
        {flow.work.busy() ? t('Importing…') : t('Import')}
      </button>
      <ImportOutcome flow={flow} />
    </>
  )
}
