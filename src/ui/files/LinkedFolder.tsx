import './linked-folder.css'
import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import HardDrive from '~icons/lucide/hard-drive'
import type { SessionFolderView } from '../../protocol/folders.ts'
import { allowFolder, canPickFolder, pickFolder } from '../base/kit/folder-access.ts'
import { useApp } from '../base/state/app-context.ts'
import { createWork } from '../base/state/create-work.ts'
import { useFiles } from '../base/state/files.ts'
import { t } from '../base/words/t.ts'

/**
 * The session's linked folder on disk: its name, the permission that the browser asks for again, and buttons to link or
 * unlink. Contract: `sessionId` stays the same; another session gets its own instance.
 */
export default function LinkedFolder(props: { sessionId: string }): JSX.Element {
  const { actions } = useApp()
  const files = useFiles()
  const { sessionId } = props
  /** Undefined: not known yet. */
  const [link, setLink] = createSignal<SessionFolderView | null>()
  const work = createWork()
  /** Shows the outcome of a step. Problems become a notice. */
  const act = async (step: () => Promise<SessionFolderView | null | undefined>): Promise<void> => {
    const problem = await work.run(async () => {
      setLink(await step())
      return null
    })
    if (problem !== null) actions.notify(problem.message)
  }
  const look = (): Promise<void> => act(() => files.folder(sessionId))
  const choose = async (): Promise<SessionFolderView | null | undefined> => {
    const folder = await pickFolder('session')
    return folder === null ? link() : files.linkFolder(sessionId, folder)
  }
  const allow = async (folder: SessionFolderView['folder']): Promise<SessionFolderView | null> => {
    await allowFolder(folder as FileSystemDirectoryHandle)
    return files.folder(sessionId)
  }
  void look()
  // Another tab may have linked a folder, and the browser takes permissions back in the background.
  window.addEventListener('focus', look)
  onCleanup(() => window.removeEventListener('focus', look))
  return (
    <Show when={link() !== undefined}>
      <section class="files-link" aria-label={t('Folder on disk')}>
        <Show
          when={link()}
          fallback={
            <Show when={canPickFolder()} fallback={<p class="hint">{t('This browser can’t link folders on disk.')}</p>}>
              <button type="button" class="button small ghost" disabled={work.busy()} onClick={() => void act(choose)}>
                <HardDrive size={15} /> {t('Link folder')}
              </button>
            </Show>
          }
        >
          {(linked) => (
            <>
              <HardDrive size={15} />
              <span class="files-link-name" title={linked().folder.name}>
                {linked().folder.name}
              </span>
              <button
                type="button"
                class="button small ghost"
                disabled={work.busy()}
                onClick={() => void act(() => files.linkFolder(sessionId, null))}
              >
                {t('Unlink')}
              </button>
              <Show
                when={linked().allowed}
                fallback={
                  <p class="files-link-words" role="alert">
                    {t('The browser needs you to allow this folder again.')}{' '}
                    <button
                      type="button"
                      class="button small primary"
                      disabled={work.busy()}
                      onClick={() => void act(() => allow(linked().folder))}
                    >
                      {t('Allow access again')}
                    </button>
                  </p>
                }
              >
                <p class="files-link-words hint">
                  {t('The agent can read it from your next message. It asks before each change unless you allow more.')}
                </p>
              </Show>
            </>
          )}
        </Show>
      </section>
    </Show>
  )
}
