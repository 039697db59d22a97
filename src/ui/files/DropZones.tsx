import './drop-zones.css'
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import FolderInput from '~icons/lucide/folder-input'
import Paperclip from '~icons/lucide/paperclip'
import { taker } from '../composer/attachments/takers.ts'
import { topDialog } from '../kit/open-dialogs.ts'
import { useApp } from '../state/app-context.ts'
import { pastShown } from '../state/past-shown.ts'
import { t } from '../words/t.ts'
import { setDropped, showFiles } from './files-shown.ts'

/** A drag is heard of at least so often as long as it is over the page; browsers do not say reliably that it went. In ms. */
const SILENCE = 800

/** While files are dragged over the page: what may become of them. Dropped beside the places for that, they go into the workspace. */
export default function DropZones(): JSX.Element {
  const { state, actions } = useApp()
  /** The place that it is over, '' between them; null: nothing is dragged here. */
  const [over, setOver] = createSignal<string | null>(null)
  let silence: ReturnType<typeof setTimeout> | undefined
  /** A picture of the page itself is dragged: browsers say that this holds files, too. */
  let own = false
  /** Of the session that is seen: not of one that was, of a recording, or of one that another device has. */
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
    // nothing else tells reliably that it is over: what was dragged may have left the page
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
    // at once: afterwards the browser has forgotten what was dropped
    const items = [...(event.dataTransfer?.items ?? [])].flatMap(
      (item) => item.webkitGetAsEntry?.() ?? item.getAsFile() ?? [],
    )
    const files = [...(event.dataTransfer?.files ?? [])]
    const isForMessage = placeOf(event) === 'attach' || !hasWorkspace()
    // a folder is nothing that a message can hold
    const hasFolder = items.some((item) => 'isDirectory' in item && item.isDirectory)
    if (isForMessage && !hasFolder) writer()?.take(files)
    else if (hasWorkspace()) store(items)
    else if (hasFolder) actions.notify(t('A folder goes into the files of a session. Begin one first.'))
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
    // whoever else takes it
    window.addEventListener('drop', leave, true)
    // those of FilesSlot.tsx
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
            <span>{t('The model gets it with your words.')}</span>
          </div>
        </Show>
        <Show when={hasWorkspace()}>
          <div class="drop-zone" data-drop="files" data-over={over() === 'files'}>
            <FolderInput size={28} />
            <strong>{t('Put into Files')}</strong>
            <span>{t('The agent’s tools read and change it. Folders, too.')}</span>
          </div>
        </Show>
      </div>
    </Show>
  )
}

const placeOf = ({ target }: Event): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-drop]')?.dataset['drop']) || ''
