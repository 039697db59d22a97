import { type JSX, onCleanup, Show, Suspense } from 'solid-js'
import { Drawer } from '../kit/Drawer.tsx'
import { lazy } from '../kit/lazy.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'
import { useApp } from '../state/app-context.ts'
import { pastShown } from '../state/past-shown.ts'
import { chooseFiles, filesShown, isArtifactOf, placeArtifact, setDropped, showFiles } from './files-shown.ts'

const SidePanel = lazy(() => import('./SidePanel.tsx'))

/** The place of the files panel and of the artifact in its stead, whose code comes when it is first shown; and the drop of files anywhere on the page. */
export function FilesSlot(): JSX.Element {
  const { state } = useApp()
  const drawer = createMedia(NO_ROOM_FOR_FILES)
  const ready = () => state.open?.phase === 'ready' && state.open.view?.head.deletedAt === null
  // those of then are told where the past is
  const visible = () => ready() && pastShown()?.id !== state.open?.id && (artifact() || filesShown())
  const artifact = () => isArtifactOf(state.open?.id)
  const close = (): void => (artifact() ? placeArtifact('') : chooseFiles(false))
  /** Else the browser would leave the page for the file. */
  const onDrag = (event: DragEvent): void => {
    const data = event.dataTransfer
    if (!data?.types.includes('Files') || event.defaultPrevented) return
    event.preventDefault()
    if (event.type !== 'drop' || !ready() || (event.target as Element).closest('dialog:modal')) return
    // at once: afterwards the browser has forgotten what was dropped
    setDropped([...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? item.getAsFile() ?? []))
    showFiles()
  }
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, onDrag)
    onCleanup(() => window.removeEventListener(type, onDrag))
  }
  return (
    <Show when={visible()}>
      <Drawer open={true} modal={drawer()} side="right" onClose={close}>
        <Suspense>
          <SidePanel artifact={artifact()} onClose={close} />
        </Suspense>
      </Drawer>
    </Show>
  )
}
