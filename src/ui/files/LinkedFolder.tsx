import './linked-folder.css'
import HardDrive from 'lucide-solid/icons/hard-drive'
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import type { SessionFolderView } from '../../protocol/folders.ts'
import { allowFolder, canPickFolder, pickFolder } from '../kit/folder-access.ts'
import { useApp } from '../state/app-context.ts'
import { useFiles } from '../state/files.ts'
import { messageOf } from '../state/message-of.ts'

/** The folder on disk that the session is linked to: which one, the permission that the browser wants anew, and how to link or unlink one. */
export default function LinkedFolder(props: { sessionId: string }): JSX.Element {
  const { actions } = useApp()
  const files = useFiles()
  const [link, setLink] = createSignal<SessionFolderView | null>(null)
  const [known, setKnown] = createSignal(false)
  const [busy, setBusy] = createSignal(false)
  let latest = 0
  /** Shows what the latest step has found. Problems become a notice. */
  const act = async (step: () => Promise<SessionFolderView | null>): Promise<void> => {
    const mine = ++latest
    setBusy(true)
    try {
      const view = await step()
      if (mine !== latest) return
      setLink(view)
      setKnown(true)
    } catch (error) {
      actions.notify(messageOf(error))
    } finally {
      if (mine === latest) setBusy(false)
    }
  }
  const ask = (
    folder?: SessionFolderView['folder'] | null,
    sessionId = props.sessionId,
  ): Promise<SessionFolderView | null> =>
    folder === undefined ? files.folder(sessionId) : files.linkFolder(sessionId, folder)
  const choose = async (): Promise<SessionFolderView | null> => {
    // another session may be shown by the time a folder is picked
    const { sessionId } = props
    const folder = await pickFolder('session')
    return folder === null ? link() : ask(folder, sessionId)
  }
  const allow = async (folder: SessionFolderView['folder']): Promise<SessionFolderView | null> => {
    await allowFolder(folder as FileSystemDirectoryHandle)
    return ask()
  }
  createEffect(
    on(
      () => props.sessionId,
      () => {
        setLink(null)
        setKnown(false)
        void act(() => ask())
      },
    ),
  )
  // another tab may have linked one, and the browser takes permissions back while nobody looks
  const look = (): void => {
    if (!busy()) void act(() => ask())
  }
  window.addEventListener('focus', look)
  onCleanup(() => window.removeEventListener('focus', look))
  return (
    <Show when={known()}>
      <section class="files-link" aria-label="Folder on disk">
        <Show
          when={link()}
          fallback={
            <Show when={canPickFolder()} fallback={<p class="hint">This browser cannot link a folder on disk.</p>}>
              <button type="button" class="button small ghost" disabled={busy()} onClick={() => void act(choose)}>
                <HardDrive size={15} /> Link folder
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
                disabled={busy()}
                onClick={() => void act(() => ask(null))}
              >
                Unlink
              </button>
              <Show
                when={linked().allowed}
                fallback={
                  <p class="files-link-words" role="alert">
                    The browser wants you to allow this folder again.{' '}
                    <button
                      type="button"
                      class="button small primary"
                      disabled={busy()}
                      onClick={() => void act(() => allow(linked().folder))}
                    >
                      Allow access again
                    </button>
                  </p>
                }
              >
                <p class="files-link-words hint">
                  The agent can read it from your next message on, and asks before each change unless you allow more.
                </p>
              </Show>
            </>
          )}
        </Show>
      </section>
    </Show>
  )
}
