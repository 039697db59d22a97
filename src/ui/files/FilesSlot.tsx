import { type JSX, onCleanup, Show, Suspense } from 'solid-js'
import { Drawer } from '../kit/Drawer.tsx'
import { lazy } from '../kit/lazy.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'
import { useApp } from '../state/app-context.ts'
import { pastShown } from '../state/past-shown.ts'
import { filesShown, hideFiles, takeDrop } from './files-shown.ts'

const FilesPanel = lazy(() => import('./FilesPanel.tsx'))

/** The place of the files panel, whose code comes when it is first shown; and the drop of files anywhere on the page. */
export function FilesSlot(): JSX.Element {
  const { state } = useApp()
  const drawer = createMedia(NO_ROOM_FOR_FILES)
  const ready = () => state.open?.phase === 'ready' && state.open.view?.head.deletedAt === null
  // those of then are told where the past is
  const visible = () => filesShown() && ready() && pastShown()?.id !== state.open?.id
  /** Else the browser would leave the page for the file. */
  const onDrag = (event: DragEvent): void => {
    const data = event.dataTransfer
    if (!data?.types.includes('Files') || event.defaultPrevented) return
    event.preventDefault()
    if (event.type !== 'drop' || !ready() || (event.target as Element).closest('dialog:modal')) return
    // at once: afterwards the browser has forgotten what was dropped
    takeDrop([...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? item.getAsFile() ?? []))
  }
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, onDrag)
    onCleanup(() => window.removeEventListener(type, onDrag))
  }
  return (
    <Show when={visible()}>
      <Drawer open={true} modal={drawer()} side="right" onClose={hideFiles}>
        <Suspense>
          <FilesPanel onClose={hideFiles} />
        </Suspense>
      </Drawer>
    </Show>
  )
}
