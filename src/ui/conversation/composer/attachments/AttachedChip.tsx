import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import AudioLines from '~icons/lucide/audio-lines'
import FileText from '~icons/lucide/file-text'
import TextCursorInput from '~icons/lucide/text-cursor-input'
import X from '~icons/lucide/x'
import { isSound } from '../../../../agent/attachments.ts'
import type { DocumentBlock } from '../../../../agent/content.ts'
import { MOST_TEXT } from '../../../../documents/most-text.ts'
import { fileSize } from '../../../base/kit/file-size.ts'
import { IconButton } from '../../../base/kit/IconButton.tsx'
import { lazy } from '../../../base/kit/lazy.ts'
import { playTime } from '../../../base/kit/play-time.ts'
import { VisibleText } from '../../../base/kit/VisibleText.tsx'
import type { Attached } from '../../../base/state/drafts.ts'
import { locale } from '../../../base/words/language.ts'
import { count, type PlainPhrase, t } from '../../../base/words/t.ts'
import { BlobImage } from '../../../rendering/BlobImage.tsx'
import { isPlainText } from './words-of-chip.ts'

const AttachedDialog = lazy(() => import('../../attached/AttachedDialog.tsx'))

/** One attachment of the message; a press opens it large. Plain text can be moved into the message (`onWords`). */
export function AttachedChip(props: {
  block: Attached
  /** No message is being sent. */
  free: boolean
  /** Why the model cannot read it. */
  lack: PlainPhrase | null
  onRemove: (pressed: HTMLElement) => void
  onWords: () => void
}): JSX.Element {
  const [open, setOpen] = createSignal(false)
  const name = () => props.block.name ?? t('image')
  const words = () => (
    <span class="chip-words">
      <span class="ellipsis">
        <VisibleText text={name()} />
      </span>
      <span class="hint">{factsOf(props.block)}</span>
      <Show when={props.lack}>{(lack) => <span class="hint">{t(lack())}</span>}</Show>
    </span>
  )
  const icon = () => (
    <Show
      when={props.block.type === 'image'}
      fallback={
        <span class="chip-icon">
          <Show when={isSound(props.block)} fallback={<FileText size={18} />}>
            <AudioLines size={18} />
          </Show>
        </span>
      }
    >
      <span class="chip-thumb">
        <BlobImage blob={props.block.blob} mediaType={props.block.mediaType} label="" />
      </span>
    </Show>
  )
  return (
    <li class="chip">
      <Show
        when={!isSound(props.block)}
        fallback={
          <>
            {icon()}
            {words()}
          </>
        }
      >
        <button
          type="button"
          class="chip-open"
          aria-label={t('Open {name}', { name: name() })}
          onClick={() => setOpen(true)}
        >
          {icon()}
          {words()}
        </button>
      </Show>
      <Show when={props.free}>
        <Show when={isPlainText(props.block)}>
          <IconButton label={t('Put {name} into the message', { name: name() })} onClick={() => props.onWords()}>
            <TextCursorInput size={14} />
          </IconButton>
        </Show>
        <IconButton
          label={t('Remove {name}', { name: name() })}
          onClick={(event) => props.onRemove(event.currentTarget)}
        >
          <X size={14} />
        </IconButton>
      </Show>
      <Show when={open()}>
        <Suspense>
          <AttachedDialog block={props.block} onClose={() => setOpen(false)} />
        </Suspense>
      </Show>
    </li>
  )
}

function factsOf(block: Attached): string {
  if (block.type === 'image') return block.width === undefined ? '' : `${block.width} × ${block.height}`
  if (isSound(block)) return playTime(block.length)
  if (block.digest && block.file) return t('{size}, in Files', { size: fileSize(block.file.size) })
  const pages = block.pages === undefined ? [] : [count(block.pages, '1 page', '{n} pages')]
  return [...pages, wordsOf(block)].join(t(', '))
}

function wordsOf({ words, length, pages }: DocumentBlock): string {
  if (words === null) return t('no text found')
  const n = (characters: number): { n: string } => ({ n: characters.toLocaleString(locale()) })
  if (length <= MOST_TEXT) return t('{n} characters', n(length))
  // a model that reads PDFs gets all of it
  if (pages !== undefined) return t('as text, only the first {n} characters', n(MOST_TEXT))
  return t('only the first {n} characters', n(MOST_TEXT))
}
