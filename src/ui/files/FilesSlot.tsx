import { type JSX, Show, Suspense } from 'solid-js'
import { Drawer } from '../base/kit/Drawer.tsx'
import { lazy } from '../base/kit/lazy.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../base/kit/media.ts'
import { useApp } from '../base/state/app-context.ts'
import { pastShown } from '../base/state/past-shown.ts'
import { chooseFiles, filesShown, isArtifactOf, placeArtifact } from './files-shown.ts'

const SidePanel = lazy(() => import('./SidePanel.tsx'))

/** Place of the files panel, or of the artifact instead of it. Their code is loaded when first shown. */
export function FilesSlot(): JSX.Element {
  const { state } = useApp()
  const drawer = createMedia(NO_ROOM_FOR_FILES)
  const visible = () => {
    const { open } = state
    const isReady = open?.phase === 'ready' && open.view?.head.deletedAt === null
    // A past version shows the files of that time.
    return isReady && pastShown()?.id !== open.id && (artifact() || filesShown(open)) && open
  }
  const artifact = () => isArtifactOf(state.open?.id)
  // Otherwise the browser would leave the page for a file that is dropped before DropZones.tsx is there.
  window.ondragover = window.ondrop = (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  return (
    <Show when={visible()}>
      {(open) => {
        const close = (): void => (artifact() ? placeArtifact('') : chooseFiles(false, open()))
        return (
          <Drawer open={true} modal={drawer()} side="right" onClose={close}>
            <Suspense>
              <SidePanel artifact={artifact()} onClose={close} />
            </Suspense>
          </Drawer>
        )
      }}
    </Show>
  )
}
