import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { Dialog } from '../base/kit/Dialog.tsx'
import { TextField } from '../base/kit/TextField.tsx'
import { useApp } from '../base/state/app-context.ts'
import { createWork } from '../base/state/create-work.ts'
import { useFiles } from '../base/state/files.ts'
import type { OpenSession } from '../base/state/ui-state.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import type { CodeToSave } from '../rendering/code-block.ts'
import { placing, removal } from './change-files.ts'

/**
 * Saves a block of code in the session's workspace, under a name that can be changed. A file of that name is replaced
 * only after a warning.
 */
export default function SaveCode(props: { code: CodeToSave; session: OpenSession; onClose: () => void }): JSX.Element {
  const { actions } = useApp()
  const { putHere: put } = useFiles()
  const work = createWork()
  const [typed, setTyped] = createSignal(props.code.name)
  const path = () => typed().trim().normalize('NFC')
  const files = () => props.session.files ?? []
  const there = createMemo(() => files().find((file) => file.path === path() && file.blob !== null))
  let form: HTMLFormElement | undefined
  const save = (): Promise<unknown> =>
    work.run(async () => {
      const sessionId = props.session.id
      // A snapshot: what the store holds now becomes the new file.
      const before = { ...there() }
      const name = path()
      const text = props.code.text.endsWith('\n') ? props.code.text : `${props.code.text}\n`
      const { sha, size } = await put(new File([text], name, { type: 'text/plain' }), name)
      const saved = { path: name, blob: sha, size, mediaType: 'text/plain', seq: 0, timestamp: 0 }
      actions.changeFiles([placing(files(), name, saved)], sessionId)
      form?.closest('dialog')?.close()
      actions.notify(t('Saved {path}', { path: name }), () => {
        const back =
          before.blob == null
            ? removal(saved)
            : placing([saved], name, { blob: before.blob, size: before.size ?? 0, mediaType: before.mediaType ?? '' })
        actions.changeFiles([back], sessionId)
      })
      return null
    })
  // All files must be known: an unseen file would be replaced without a warning.
  if (props.session.files === null) actions.loadFiles()
  return (
    <Dialog label={t('Save to files')} onClose={props.onClose}>
      <form
        ref={form}
        class="fill-prompt"
        onSubmit={(event) => {
          event.preventDefault()
          if (path() !== '') void save()
        }}
      >
        <TextField
          label={t('File name')}
          value={typed()}
          hint={there() ? t('A file with this name exists. Its history is kept.') : t('In this session’s workspace')}
          ref={(box) =>
            queueMicrotask(() => {
              box.focus()
              // The name without its folder and ending: the part most likely to be changed.
              const from = box.value.lastIndexOf('/') + 1
              const to = box.value.lastIndexOf('.')
              box.setSelectionRange(from, to > from ? to : box.value.length)
            })
          }
          onInput={setTyped}
        />
        <Show when={work.outcome()}>
          {(outcome) => (
            <p class="field-error" role="alert">
              {said(outcome().message)}
            </p>
          )}
        </Show>
        <div class="dialog-foot">
          <button
            type="submit"
            class="button primary"
            disabled={path() === '' || work.busy() || props.session.files === null}
          >
            {there() ? t('Replace') : t('Save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
