import '../settings-dialog.css'
import { type JSX, onMount, Show } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import { createImport, ImportOutcome } from './ImportFlow.tsx'

/** Imports a file that was dropped on the page or opened with the app. */
export default function ImportDialog(props: { file: File; onClose: () => void }): JSX.Element {
  const flow = createImport((sessions, here, whole) => {
    const shown = sessions[0]?.id ?? here
    if (shown === undefined) return
    location.hash = sessionHash(shown)
    // the dialog reports the rest of the file
    if (sessions.length === 1 && whole) props.onClose()
  })
  onMount(() => void flow.choose(props.file))
  return (
    <Dialog label={t('Open a file')} onClose={props.onClose}>
      <p>
        <VisibleText text={props.file.name} />
      </p>
      <Show when={flow.work.busy()}>
        <p class="hint">{t('Importing…')}</p>
      </Show>
      <ImportOutcome flow={flow} />
    </Dialog>
  )
}
