import { createSignal, type JSX, onCleanup, onMount, Show, Suspense } from 'solid-js'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { taker } from '../../base/state/takers.ts'
import { t } from '../../base/words/t.ts'
import { setTold, stoppedImports } from './stopped-imports.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

type LaunchQueue = {
  setConsumer: (take: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}
const NAME = /\.reflexor$/i

/** Black boxes that are dropped anywhere on the page, or opened with the installed app. */
export default function IncomingFiles(): JSX.Element {
  const { actions } = useApp()
  /** The first is shown; the next follows when it is closed. */
  const [files, setFiles] = createSignal<readonly File[]>([])
  const open = (more: readonly File[]): void => void setFiles((waiting) => [...waiting, ...more])
  /** Closing twice does no harm: an import may end after the dialog was closed. */
  const close = (file: File): void => void setFiles((waiting) => waiting.filter((other) => other !== file))
  // runs before other drop handlers: a black box is not an attachment
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    const dropped = [...(event.dataTransfer?.files ?? [])]
    const boxes = dropped.filter(({ name }) => NAME.test(name))
    if (boxes.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    open(boxes)
    const others = dropped.filter((file) => !boxes.includes(file))
    if (others.length === 0) return
    const box = taker()
    if (box?.free() === true) box.take(others)
    else
      actions.notify(t('{name} was skipped. Drop it separately.', { name: others.map(({ name }) => name).join(', ') }))
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
    // only in browsers where installed apps can register kinds of files
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async ({ files: handles = [] }) => {
      const read = handles.map((handle) =>
        handle.getFile().catch((error: unknown) => {
          console.error('A file that the app was opened with could not be read', error)
          actions.notify(t('Couldn’t open {name}. It may have been moved or deleted.', { name: handle.name }))
        }),
      )
      // in the order of the choice
      open((await Promise.all(read)).flatMap((file) => file ?? []))
    })
  })
  return (
    <Show when={files()[0]} keyed>
      {(opened) => (
        <Suspense>
          <ImportDialog file={opened} onClose={() => close(opened)} />
        </Suspense>
      )}
    </Show>
  )
}
