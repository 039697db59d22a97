import { type JSX, untrack } from 'solid-js'
import { Dialog } from '../kit/Dialog.tsx'
import { fileSize } from '../kit/file-size.ts'
import { saveFile } from '../kit/save-file.ts'
import { useApp } from '../state/app-context.ts'
import { createWork } from '../state/create-work.ts'
import { useShare } from '../state/share.ts'
import { sessionTitle } from '../words/session-title.ts'
import { t } from '../words/t.ts'
import { fileName } from './file-name.ts'

/** How long a run may take to end after Stop was heard, in ms. */
const PATIENCE = 20_000

/** Takes a session to another device without a storage: it is stopped here and goes into a file, from which it goes on there. */
export function HandOver(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const source = useShare(props.sessionId)
  const work = createWork()
  const item = () => state.sessions?.find(({ id }) => id === props.sessionId)
  /** Another device has it, and alone can stop it. */
  const isElsewhere = () => item()?.elsewhere !== undefined
  const isBusy = () => item()?.busy === true && !isElsewhere()
  const untilStopped = async (): Promise<void> => {
    if (!untrack(isBusy)) return
    const stopping = actions.stopSession(props.sessionId) ?? ''
    let answered = performance.now()
    for (;;) {
      if (untrack(() => state.unacknowledged[stopping])) answered = performance.now()
      else if (!untrack(isBusy)) return
      else if (performance.now() - answered > PATIENCE)
        throw new Error(t('It could not be stopped here, so nothing was saved. Try it again.'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const save = (): void =>
    void work.run(async () => {
      await untilStopped()
      const file = await source.handOver()
      const name = `${fileName(sessionTitle(item()?.title))}.reflexor`
      saveFile(file, name)
      return { ok: true, message: t('Saved {name}, {size}.', { name, size: fileSize(file.size) }) }
    })
  return (
    <Dialog label={t('Hand over')} class="share whole-on-phones" onClose={props.onClose}>
      <p>
        {t(
          'Takes this session to another device in a file, without any storage. Open the file in Reflexor there (Settings, Data, Import, or drop it on the page): the session arrives stopped, and one button goes on with it.',
        )}
      </p>
      <p>
        {isElsewhere()
          ? t(
              'Another device has this session and is not stopped by this: the file holds what this device knows of it. Going on with it in both places makes two sessions of it: they do not come together again.',
            )
          : isBusy()
            ? t(
                'Saving stops the run here. The session stays here, too. Going on with it in both places makes two sessions of it: they do not come together again.',
              )
            : t(
                'The session stays here, too. Going on with it in both places makes two sessions of it: they do not come together again.',
              )}
      </p>
      <p class="hint">
        {t(
          'All of the session is in the file, with its system prompt and its files. Keys are not: the other device needs a provider of its own. Secrets that are found are taken out.',
        )}
      </p>
      <div class="row">
        <button type="button" class="button primary" disabled={work.busy()} onClick={save}>
          {work.busy() ? t('Writing…') : isBusy() ? t('Stop here and save the file') : t('Save the file')}
        </button>
      </div>
      <p class="hint" role="status">
        {work.outcome()?.message}
      </p>
    </Dialog>
  )
}
