import { type JSX, untrack } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { fileSize } from '../../base/kit/file-size.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { useShare } from '../../base/state/share.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { fileName } from './file-name.ts'

/** In ms: how long a run may take to end after Stop. */
const PATIENCE = 20_000

/**
 * Moves a session to another device without a storage: stops it here and exports it to a file, from which the other
 * device continues it.
 */
export function HandOver(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const source = useShare(props.sessionId)
  const work = createWork()
  const item = () => state.sessions?.find(({ id }) => id === props.sessionId)
  /** Another device runs it, and only that device can stop it. */
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
        throw new Error(t('Couldn’t stop it here, so nothing was saved. Try again.'))
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
    <Dialog label={t('Move to another device')} class="share whole-on-phones" onClose={props.onClose}>
      <p>
        {t(
          'Moves this session to another device as a file, without sync storage. Open the file in Reflexor there (Settings, Data, Import, or drop it on the page). The session arrives stopped, and one button continues it.',
        )}
      </p>
      <p>
        {isElsewhere()
          ? t(
              'Another device is running this session and won’t be stopped. The file contains what this device has of it. If you continue it in both places, you get two separate sessions that can’t be merged.',
            )
          : isBusy()
            ? t(
                'Saving stops the run here. The session also stays here. If you continue it in both places, you get two separate sessions that can’t be merged.',
              )
            : t(
                'The session also stays here. If you continue it in both places, you get two separate sessions that can’t be merged.',
              )}
      </p>
      <p class="hint">
        {t(
          'The file contains the whole session, with its system prompt and files, but no keys: the other device needs its own provider. Detected secrets are removed.',
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
