import '../settings/settings-dialog.css'
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { Dialog } from '../kit/Dialog.tsx'
import { sessionHash } from '../kit/session-hash.ts'
import { createImport, ImportOutcome } from './ImportFlow.tsx'

type LaunchQueue = {
  setConsumer: (take: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}
const NAME = /\.reflexor$/i

/** Black boxes that are dropped anywhere on the page, or opened with the installed app. */
export default function IncomingFiles(): JSX.Element {
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
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop, true)
    onCleanup(() => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop, true)
    })
    // of browsers that can register kinds of files for installed apps
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => {
      files?.[0]?.getFile().then(setFile, (error: unknown) => console.error('The file could not be opened', error))
    })
  })
  return (
    <Show when={file()} keyed>
      {(opened) => <ImportDialog file={opened} onClose={() => setFile(null)} />}
    </Show>
  )
}

function ImportDialog(props: { file: File; onClose: () => void }): JSX.Element {
  const flow = createImport((sessions) => {
    const [only] = sessions
    if (only === undefined) return
    location.hash = sessionHash(only.id)
    if (sessions.length === 1) props.onClose()
  })
  onMount(() => void flow.choose(props.file))
  return (
    <Dialog label="Open a file" onClose={props.onClose}>
      <p>{props.file.name}</p>
      <Show when={flow.work.busy()}>
        <p class="hint">Importing…</p>
      </Show>
      <ImportOutcome flow={flow} />
    </Dialog>
  )
}
