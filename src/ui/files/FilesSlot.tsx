import { type JSX, lazy, Show, Suspense } from 'solid-js'
import { useApp } from '../shell/app-context.ts'
import { Drawer } from '../shell/Drawer.tsx'
import { createMedia, NO_ROOM_FOR_FILES } from '../shell/media.ts'
import { filesShown, hideFiles } from './files-shown.ts'

const FilesPanel = lazy(() => import('./FilesPanel.tsx'))

/** The place of the files panel; its code comes when it is first shown. */
export function FilesSlot(): JSX.Element {
  const { state } = useApp()
  const drawer = createMedia(NO_ROOM_FOR_FILES)
  const visible = () => filesShown() && state.open?.phase === 'ready'
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
