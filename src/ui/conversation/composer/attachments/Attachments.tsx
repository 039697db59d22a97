import './attachments.css'
import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from 'solid-js'
import Camera from '~icons/lucide/camera'
import Paperclip from '~icons/lucide/paperclip'
import X from '~icons/lucide/x'
import { fileSize } from '../../../base/kit/file-size.ts'
import { IconButton } from '../../../base/kit/IconButton.tsx'
import { keepInList } from '../../../base/kit/keep-in-list.ts'
import { createMedia } from '../../../base/kit/media.ts'
import { VisibleText } from '../../../base/kit/VisibleText.tsx'
import type { Attached } from '../../../base/state/drafts.ts'
import { addTaker } from '../../../base/state/takers.ts'
import { said } from '../../../base/words/said.ts'
import { t } from '../../../base/words/t.ts'
import { AttachedChip } from './AttachedChip.tsx'
import { createComing } from './create-coming.ts'
import { createLacks } from './create-lacks.ts'
import { BOXES, listenForLongPaste } from './long-paste.ts'
import { tooHeavy } from './too-heavy.ts'
import { createWordsOfChip, isPlainText } from './words-of-chip.ts'

/** Attachments of a message: chips above its text, and the buttons that add more. */
export default function Attachments(props: {
  /** Id of the message. */
  id: string
  attached: readonly Attached[]
  /** Files that were pasted or dropped. While a message is being sent they wait for the next one. */
  offered: readonly File[]
  /** No message is being sent. */
  free: boolean
  onAdd: (attached: Attached) => void
  onRemove: (attached: Attached) => void
  /** See create-coming.ts. */
  onPreparing: (preparing: boolean, failure: string) => void
}): JSX.Element {
  /** Text box of the message. */
  const box = () => choose?.closest(BOXES)?.querySelector('textarea') ?? undefined
  /**
   * Before a chip is removed with its button: moves the focus to the next chip's button, or from the last one to the
   * message.
   */
  const leave = (pressed: HTMLElement): void => keepInList(pressed, 'button:last-of-type', box)
  /** The last paste, until the person does something else. */
  const [pasted, setPasted] = createSignal<Attached>()
  const { put } = createWordsOfChip({
    pasted: () => (props.free && props.attached.some((block) => block === pasted()) ? pasted() : undefined),
    onRemove: (block) => props.onRemove(block),
    box: () => box() ?? null,
  })
  let pastedAs = ''
  const forget = (): void => void setPasted(undefined)
  document.addEventListener('input', forget)
  onCleanup(() => document.removeEventListener('input', forget))
  const touched = createMedia('(pointer: coarse)')
  const { coming, takeAll, dismiss } = createComing({
    id: props.id,
    attached: () => props.attached.length,
    onReady: (attached) => {
      props.onAdd(attached)
      setPasted(attached.name === pastedAs && isPlainText(attached) ? attached : undefined)
    },
    onPreparing: (preparing, failure) => props.onPreparing(preparing, failure),
  })
  const lacks = createLacks(() => props.attached)
  let choose: HTMLInputElement | undefined
  let shoot: HTMLInputElement | undefined
  const chosen = (input: HTMLInputElement): void => {
    takeAll([...(input.files ?? [])])
    // lets the same file be chosen again
    input.value = ''
  }
  const [waiting, setWaiting] = createSignal<readonly File[]>([])
  createEffect(
    on(
      () => props.offered,
      (files) => setWaiting((others) => [...others, ...files]),
    ),
  )
  createEffect(() => {
    if (!props.free || waiting().length === 0) return
    takeAll(waiting())
    setWaiting([])
  })
  listenForLongPaste(
    () => (props.free ? choose : undefined),
    () => [...props.attached, ...coming()].map(({ name }) => name),
    (file) => {
      pastedAs = file.name
      takeAll([file])
    },
  )
  onCleanup(addTaker({ free: () => props.free, take: takeAll }))
  return (
    <>
      <Show when={props.attached.length + coming().length + waiting().length > 0}>
        <ul class="chips" aria-label={t('Attachments')}>
          <For each={props.attached}>
            {(block) => (
              <AttachedChip
                block={block}
                free={props.free}
                lack={lacks(block)}
                onRemove={(pressed) => {
                  leave(pressed)
                  props.onRemove(block)
                }}
                onWords={() => put(block)}
              />
            )}
          </For>
          <For each={coming()}>
            {(entry) => (
              <li class="chip" classList={{ bad: entry.problem !== null }}>
                <span class="chip-words">
                  <span class="ellipsis">
                    <VisibleText text={entry.name} />
                  </span>
                  <Show when={entry.problem} fallback={<span class="hint">{t('Preparing…')}</span>}>
                    {(problem) => (
                      <span class="chip-problem" role="alert">
                        {t('Not attached: {why}', { why: said(problem()) })}
                      </span>
                    )}
                  </Show>
                </span>
                <IconButton
                  label={t('Remove {name}', { name: entry.name })}
                  onClick={(event) => {
                    leave(event.currentTarget)
                    dismiss(entry)
                  }}
                >
                  <X size={14} />
                </IconButton>
              </li>
            )}
          </For>
          <For each={waiting()}>
            {(file) => (
              <li class="chip">
                <span class="chip-words">
                  <span class="ellipsis">
                    <VisibleText text={file.name} />
                  </span>
                  <span class="hint">{t('For the next message')}</span>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={tooHeavy(props.attached)}>
        {(heavy) => (
          <p class="hint" role="status">
            {t('These files are {size} in total. Some providers accept at most {most} per message.', {
              size: fileSize(heavy().size),
              most: fileSize(heavy().most),
            })}
          </p>
        )}
      </Show>
      <div class="attach-buttons">
        <input
          ref={choose}
          hidden
          type="file"
          multiple
          aria-label={t('Attach files')}
          onChange={(event) => chosen(event.currentTarget)}
        />
        <IconButton label={t('Attach files')} disabled={!props.free} onClick={() => choose?.click()}>
          <Paperclip size={18} />
        </IconButton>
        <Show when={touched()}>
          <input
            ref={shoot}
            hidden
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={t('Take a photo')}
            onChange={(event) => chosen(event.currentTarget)}
          />
          <IconButton label={t('Take a photo')} disabled={!props.free} onClick={() => shoot?.click()}>
            <Camera size={18} />
          </IconButton>
        </Show>
      </div>
    </>
  )
}
