import { type JSX, Show, Suspense } from 'solid-js'
import { lazy } from '../base/kit/lazy.ts'
import FilesPanel from './FilesPanel.tsx'

const ArtifactPanel = lazy(() => import('./artifacts/ArtifactPanel.tsx'))

/** The right-hand panel: the files, or an artifact instead of them. */
export default function SidePanel(props: { artifact: boolean | undefined; onClose: () => void }): JSX.Element {
  return (
    <Suspense>
      <Show when={props.artifact} fallback={<FilesPanel onClose={props.onClose} />}>
        <ArtifactPanel onClose={props.onClose} />
      </Show>
    </Suspense>
  )
}
