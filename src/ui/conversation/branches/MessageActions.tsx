import './message-actions.css'
import { createMemo, createRoot, createSignal, type JSX, onMount, Show } from 'solid-js'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import Copy from '~icons/lucide/copy'
import Pencil from '~icons/lucide/pencil'
import RefreshCw from '~icons/lucide/refresh-cw'
import Square from '~icons/lucide/square'
import type { Message } from '../../../agent/message.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import type { MenuItem } from '../../base/kit/Menu.tsx'
import { createMedia } from '../../base/kit/media.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useBranches } from '../../base/state/branches.ts'
import { shownAnswer } from '../../base/state/shown-answer.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { type FamilyLine, familyLines } from '../../base/state/variants.ts'
import { t } from '../../base/words/t.ts'
import { reading, stopReading } from '../voice/read-aloud.ts'
import { copyAnswer } from './copy-answer.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { hasEnded, joined, textOf, textsOf } from './message-text.ts'
import { variantsAt } from './variants-at.ts'

/** Arrow pressed to reach the variant about to be shown: the same arrow gets the focus there. */
let pressed: { id: string; n: number; by: number } | null = null

const touch = createRoot(() => createMedia('(pointer: coarse)'))

/**
 * Actions on one message, and its variants: two buttons, and a menu with the other actions. Hidden actions keep their
 * space, so that nothing moves when they show.
 */
export default function MessageActions(props: {
  row: Message
  session: OpenSession
  /** Variants of the conversation. */
  family: readonly FamilyLine[]
  /** `words`: the text to edit. */
  onEdit?: (words: string) => void
}): JSX.Element {
  const { actions, state } = useApp()
  const branches = useBranches()
  const [going, setGoing] = createSignal(false)
  const answer = () => (props.row.role === 'assistant' ? props.row : null)
  const variants = createMemo(() => variantsAt(props.family, props.session.id, props.row.n))
  const deleted = () => (props.session.view?.head.deletedAt ?? null) !== null
  const ended = () => {
    const row = answer()
    return row !== null && hasEnded(row) && !deleted()
  }
  /** Does not start while earlier work is running. */
  async function once(start: () => Promise<unknown>): Promise<void> {
    if (going()) return
    setGoing(true)
    await start()
    setGoing(false)
  }
  const askAgain = (): void => void once(() => branches.askAgain(props.row.n))
  /** Text of an answer in progress: its row has no text before the end. */
  const underWay = () => props.session.streams[answer()?.cut ?? -1]
  const hasWords = createMemo(
    () => textOf(props.row) !== '' || underWay()?.blocks.some(({ kind, text }) => kind === 'text' && text !== ''),
  )
  const wordsNow = (): string => {
    const row = answer()
    return row === null
      ? textOf(props.row)
      : joined(shownAnswer(row, underWay()).blocks.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])))
  }
  const copy = async (): Promise<void> => {
    try {
      const text = wordsNow()
      await (answer() === null ? navigator.clipboard.writeText(text) : copyAnswer(text))
      actions.notify('Copied.')
    } catch {
      actions.notify('The browser blocked copying. Select the text and copy it instead.')
    }
  }
  const editable = () => !deleted() && props.onEdit !== undefined
  const edit = (): void => props.onEdit?.(textsOf(props.row).join('\n'))
  /** Touch screens show these two buttons only on the newest answer, or after a long press. */
  const withoutButton = (): MenuItem[] => [
    ...(hasWords() ? [{ label: t('Copy'), run: () => void copy() }] : []),
    ...(editable() ? [{ label: t('Edit'), run: edit }] : []),
    ...(ended() ? [{ label: t('Ask again'), run: askAgain }] : []),
  ]
  const readId = () => `${props.session.id} ${props.row.n}`
  const isRead = () => reading() === readId()
  const turn = (by: number, event: MouseEvent): void => {
    // the current variants: which of them was used last changes with every step
    const now = variantsAt(familyLines(state.sessions ?? [], props.session.id), props.session.id, props.row.n)
    const next = now?.sessions[now.place + by]
    if (next === undefined) return
    // only if pressed by a key; after a pointer the box has the focus, as in any session that is opened
    pressed = event.detail === 0 ? { id: next, n: props.row.n, by } : null
    branches.openVariant(next, props.row.n)
  }
  let arrows: HTMLElement | undefined
  onMount(() => {
    if (pressed?.id !== props.session.id || pressed.n !== props.row.n) return
    const [back, on] = arrows?.querySelectorAll('button') ?? []
    const wanted = pressed.by > 0 && on?.disabled === false ? on : back?.disabled === false ? back : on
    pressed = null
    // after the box, which takes the focus when a session is opened
    queueMicrotask(() => wanted?.focus({ preventScroll: true }))
  })
  return (
    <div class="message-actions" data-variants={variants() !== null || undefined} data-read={isRead() || undefined}>
      <Show when={variants()}>
        {(now) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
          <div ref={(element) => (arrows = element)} role="group" aria-label={t('Variants')} class="variants">
            <IconButton label={t('Previous variant')} disabled={now().place === 0} onClick={(event) => turn(-1, event)}>
              <ChevronLeft size={16} />
            </IconButton>
            <span>
              {now().place + 1} / {now().sessions.length}
            </span>
            <IconButton
              label={t('Next variant')}
              disabled={now().place === now().sessions.length - 1}
              onClick={(event) => turn(1, event)}
            >
              <ChevronRight size={16} />
            </IconButton>
          </div>
        )}
      </Show>
      <div class="message-buttons">
        <Show when={hasWords()}>
          <IconButton label={t('Copy')} onClick={() => void copy()}>
            <Copy size={15} />
          </IconButton>
        </Show>
        <Show when={isRead()}>
          <IconButton label={t('Stop reading aloud')} aria-pressed={true} onClick={stopReading}>
            <Square size={13} fill="currentColor" />
          </IconButton>
        </Show>
        <Show when={editable()}>
          <IconButton label={t('Edit')} onClick={edit}>
            <Pencil size={15} />
          </IconButton>
        </Show>
        <Show when={ended()}>
          <IconButton label={t('Ask again')} disabled={going()} onClick={askAgain}>
            <RefreshCw size={15} />
          </IconButton>
        </Show>
        <MessageMenu
          row={props.row}
          session={props.session}
          first={touch() ? withoutButton() : []}
          ended={ended()}
          deleted={deleted()}
          readId={readId()}
          once={(start) => void once(start)}
        />
      </div>
    </div>
  )
}
