import './attachments.css'
import Camera from 'lucide-solid/icons/camera'
import FileText from 'lucide-solid/icons/file-text'
import Paperclip from 'lucide-solid/icons/paperclip'
import X from 'lucide-solid/icons/x'
import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from 'solid-js'
import { IconButton } from '../../kit/IconButton.tsx'
import { createMedia } from '../../kit/media.ts'
import { VisibleText } from '../../kit/VisibleText.tsx'
import { BlobImage } from '../../rendering/BlobImage.tsx'
import { usePut } from '../../state/attach.ts'
import type { Attached } from '../../state/drafts.ts'
import { messageOf } from '../../state/message-of.ts'
import { prepareFile } from './prepare-file.ts'

const MOST = 20

/** One that is being made ready, or could not be taken: `problem` says why. */
type Coming = { key: string; name: string; problem: string | null; stop: () => void }

/** What is sent with the message: chips above its text, and the buttons that add to them. */
export default function Attachments(props: {
  attached: readonly Attached[]
  /** Files that were pasted or dropped. */
  offered: readonly File[]
  /** No message is on its way. */
  free: boolean
  onAdd: (attached: Attached) => void
  onRemove: (attached: Attached) => void
  onPreparing: (preparing: boolean) => void
}): JSX.Element {
  const put = usePut()
  const touched = createMedia('(pointer: coarse)')
  const [coming, setComing] = createSignal<Coming[]>([])
  let choose: HTMLInputElement | undefined
  let shoot: HTMLInputElement | undefined
  let gone = false

  const change = (next: Coming[]): void => {
    setComing(next)
    props.onPreparing(next.some(({ problem }) => problem === null))
  }
  const take = async (file: File): Promise<void> => {
    const key = crypto.randomUUID()
    const name = file.name || 'file'
    const controller = new AbortController()
    const full = props.attached.length + coming().filter(({ problem }) => problem === null).length >= MOST
    const entry: Coming = { key, name, problem: null, stop: () => controller.abort() }
    change([...coming(), full ? { ...entry, problem: `At most ${MOST} files go with one message.` } : entry])
    if (full) return
    try {
      const ready = await prepareFile(file, put, controller.signal)
      if (gone || controller.signal.aborted) return
      change(coming().filter((other) => other.key !== key))
      props.onAdd(ready)
    } catch (error) {
      if (gone || controller.signal.aborted) return
      change(coming().map((other) => (other.key === key ? { ...other, problem: messageOf(error) } : other)))
    }
  }
  /** One after the other: each may need much memory. */
  let line: Promise<void> = Promise.resolve()
  const takeAll = (files: Iterable<File>): void => {
    for (const file of files) line = line.then(() => take(file))
  }
  const chosen = (input: HTMLInputElement): void => {
    takeAll([...(input.files ?? [])])
    // the same file may be chosen again
    input.value = ''
  }
  const dismiss = (entry: Coming): void => {
    entry.stop()
    change(coming().filter(({ key }) => key !== entry.key))
  }
  createEffect(
    on(
      () => props.offered,
      (files) => takeAll(files),
    ),
  )
  onCleanup(() => {
    gone = true
    for (const { stop } of coming()) stop()
  })
  return (
    <>
      <Show when={props.attached.length + coming().length > 0}>
        <ul class="chips" aria-label="Attachments">
          <For each={props.attached}>
            {(block) => (
              <li class="chip">
                <Show
                  when={block.type === 'image'}
                  fallback={
                    <span class="chip-icon">
                      <FileText size={18} />
                    </span>
                  }
                >
                  <span class="chip-thumb">
                    <BlobImage blob={block.blob} mediaType={block.mediaType} label="" />
                  </span>
                </Show>
                <span class="chip-words">
                  <span class="ellipsis">
                    <VisibleText text={block.name ?? 'image'} />
                  </span>
                  <span class="hint">{factsOf(block)}</span>
                </span>
                <Show when={props.free}>
                  <IconButton label={`Remove ${block.name ?? 'image'}`} onClick={() => props.onRemove(block)}>
                    <X size={14} />
                  </IconButton>
                </Show>
              </li>
            )}
          </For>
          <For each={coming()}>
            {(entry) => (
              <li class="chip" classList={{ bad: entry.problem !== null }}>
                <span class="chip-words">
                  <span class="ellipsis">
                    <VisibleText text={entry.name} />
                  </span>
                  <Show when={entry.problem} fallback={<span class="hint">Preparing…</span>}>
                    {(problem) => (
                      <span class="chip-problem" role="alert">
                        Not attached: {problem()}
                      </span>
                    )}
                  </Show>
                </span>
                <IconButton label={`Remove ${entry.name}`} onClick={() => dismiss(entry)}>
                  <X size={14} />
                </IconButton>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class="attach-buttons">
        <input
          ref={choose}
          class="unseen"
          type="file"
          multiple
          tabindex="-1"
          aria-label="Attach files"
          onChange={(event) => chosen(event.currentTarget)}
        />
        <IconButton label="Attach files" disabled={!props.free} onClick={() => choose?.click()}>
          <Paperclip size={18} />
        </IconButton>
        <Show when={touched()}>
          <input
            ref={shoot}
            class="unseen"
            type="file"
            accept="image/*"
            capture="environment"
            tabindex="-1"
            aria-label="Take a photo"
            onChange={(event) => chosen(event.currentTarget)}
          />
          <IconButton label="Take a photo" disabled={!props.free} onClick={() => shoot?.click()}>
            <Camera size={18} />
          </IconButton>
        </Show>
      </div>
    </>
  )
}

function factsOf(block: Attached): string {
  if (block.type === 'image') return block.width === undefined ? '' : `${block.width} × ${block.height}`
  if (block.words === null) return `${pagesOf(block.pages)}no text in it`
  return `${pagesOf(block.pages)}${block.length.toLocaleString('en')} characters`
}

const pagesOf = (pages: number | undefined): string =>
  pages === undefined ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}, `
