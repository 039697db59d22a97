import { createSignal, type JSX, onCleanup, onMount, Show, Suspense } from 'solid-js'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'
import { setTold, stoppedImports } from './stopped-imports.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

type LaunchQueue = {
  setConsumer: (take: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}
const NAME = /\.reflexor$/i

/** Black boxes that are dropped anywhere on the page, or opened with the installed app. */
export default function IncomingFiles(): JSX.Element {
  const { actions } = useApp()
  const [file, setFile] = createSignal<File | null>(null)
  const boxIn = ({ dataTransfer }: DragEvent): File | undefined =>
    [...(dataTransfer?.files ?? [])].find(({ name }) => NAME.test(name))
  // before whatever else takes files: a message is not what a black box is for
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    const box = boxIn(event)
    if (box === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setFile(box)
  }
  onMount(() => {
    stoppedImports().then(
      (stopped) => {
        const [first] = stopped.filter(({ told }) => !told)
        if (first === undefined) return
        actions.notify(first.words)
        setTold(first.id)
      },
      (error: unknown) => console.error('Stopped imports could not be looked for', error),
    )
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop, true)
    onCleanup(() => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop, true)
    })
    // of browsers that can register kinds of files for installed apps
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => {
      const [handle] = files ?? []
      handle?.getFile().then(setFile, (error: unknown) => {
        console.error('A file that the app was opened with could not be read', error)
        actions.notify(t('{name} could not be opened. It may have been moved or deleted.', { name: handle.name }))
      })
    })
  })
  return (
    <Show when={file()} keyed>
      {(opened) => (
        <Suspense>
          <ImportDialog file={opened} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </Show>
  )
}
