import './drop-zones.css'
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import FolderInput from '~icons/lucide/folder-input'
import Paperclip from '~icons/lucide/paperclip'
import { topDialog } from '../base/kit/open-dialogs.ts'
import { useApp } from '../base/state/app-context.ts'
import { pastShown } from '../base/state/past-shown.ts'
import { taker } from '../base/state/takers.ts'
import { t } from '../base/words/t.ts'
import { setDropped, showFiles } from './files-shown.ts'

/** A drag over the page fires events at least this often; browsers do not say reliably that it left. In ms. */
const SILENCE = 800

/** Targets shown while files are dragged over the page. A drop beside them goes into the workspace. */
export default function DropZones(): JSX.Element {
  const { state, actions } = useApp()
  /** The target under the pointer, '' between targets; null: nothing is dragged here. */
  const [over, setOver] = createSignal<string | null>(null)
  let silence: ReturnType<typeof setTimeout> | undefined
  /** A picture of the page itself is dragged: browsers report it as files, too. */
  let own = false
  /** The session in view, unless it is a past version, a recording, or on another device. */
  const hasWorkspace = (): boolean => {
    const { open, sessions } = state
    const head = open?.phase === 'ready' ? open.view?.head : undefined
    const item = sessions?.find(({ id }) => id === open?.id)
    return (
      head?.deletedAt === null &&
      head.recorded !== true &&
      pastShown()?.id !== open?.id &&
      item?.elsewhere === undefined
    )
  }
  const writer = () => (taker()?.free() === true ? taker() : null)
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

  const begin = (): void => {
    own = true
    // Nothing else says reliably that the drag ended: its source may have left the page.
    window.addEventListener('pointermove', end, { once: true })
  }
  const end = (): void => {
    own = false
  }
  const leave = (): void => {
    clearTimeout(silence)
    setOver(null)
  }
  const drag = (event: DragEvent): void => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    if (own) return
    const isTaken = topDialog() === null && (writer() !== null || hasWorkspace())
    setOver(isTaken ? placeOf(event) : null)
    if (!isTaken && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    clearTimeout(silence)
    silence = setTimeout(leave, SILENCE)
  }
  const store = (items: (FileSystemEntry | File)[]): void => {
    setDropped({ sessionId: state.open?.id, items })
    showFiles(state.open?.id)
  }
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (own || topDialog() !== null) return
    // At once: afterwards the browser has forgotten the dropped files.
    const items = [...(event.dataTransfer?.items ?? [])].flatMap(
      (item) => item.webkitGetAsEntry?.() ?? item.getAsFile() ?? [],
    )
    const files = [...(event.dataTransfer?.files ?? [])]
    const isForMessage = placeOf(event) === 'attach' || !hasWorkspace()
    // A message cannot hold a folder.
    const hasFolder = items.some((item) => 'isDirectory' in item && item.isDirectory)
    if (isForMessage && !hasFolder) writer()?.take(files)
    else if (hasWorkspace()) store(items)
    else if (hasFolder) actions.notify(t('Folders are added to a session’s files. Start a session first.'))
  }
  onMount(() => {
    const listeners = [
      ['dragstart', begin],
      ['dragend', end],
      ['dragenter', drag],
      ['dragover', drag],
      ['drop', drop],
    ] as const
    for (const [type, listener] of listeners) window.addEventListener(type, listener)
    // Other targets take it.
    window.addEventListener('drop', leave, true)
    // Targets of FilesSlot.tsx.
    window.ondragover = window.ondrop = null
    onCleanup(() => {
      window.removeEventListener('drop', leave, true)
      for (const [type, listener] of listeners) window.removeEventListener(type, listener)
      clearTimeout(silence)
    })
  })
  return (
    <Show when={over() !== null}>
      <div class="drop-zones">
        <Show when={writer()}>
          <div class="drop-zone" data-drop="attach" data-over={over() === 'attach'}>
            <Paperclip size={28} />
            <strong>{t('Attach to the message')}</strong>
            <span>{t('Sent to the model with your message.')}</span>
          </div>
        </Show>
        <Show when={hasWorkspace()}>
          <div class="drop-zone" data-drop="files" data-over={over() === 'files'}>
            <FolderInput size={28} />
            <strong>{t('Add to Files')}</strong>
            <span>{t('The agent’s tools can read and change it. Folders work, too.')}</span>
          </div>
        </Show>
      </div>
    </Show>
  )
}

const placeOf = ({ target }: Event): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-drop]')?.dataset['drop']) || ''
