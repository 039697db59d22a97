import './message-actions.css'
import { createMemo, createSignal, type JSX, onMount, Show, Suspense } from 'solid-js'
import Bot from '~icons/lucide/bot'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import ClockAlert from '~icons/lucide/clock-alert'
import Copy from '~icons/lucide/copy'
import GitBranch from '~icons/lucide/git-branch'
import Pencil from '~icons/lucide/pencil'
import Quote from '~icons/lucide/quote'
import RefreshCw from '~icons/lucide/refresh-cw'
import Square from '~icons/lucide/square'
import Volume from '~icons/lucide/volume-2'
import type { Answer, Message } from '../../../agent/message.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { Menu } from '../../base/kit/Menu.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useBranches } from '../../base/state/branches.ts'
import { shownAnswer } from '../../base/state/shown-answer.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { type FamilyLine, familyLines } from '../../base/state/variants.ts'
import { t } from '../../base/words/t.ts'
import { THINKING_LEVELS } from '../../settings/providers/thinking-levels.ts'
import { quoteInComposer } from '../composer/quote.ts'
import { canRead, readAloud, reading, stopReading } from '../voice/read-aloud.ts'
import { copyAnswer } from './copy-answer.ts'
import { variantsAt } from './variants-at.ts'

const InterruptedVersion = lazy(() => import('./InterruptedVersion.tsx'))
const ModelDialog = lazy(() => import('../../settings/models/ModelDialog.tsx'))

/** Providers offered directly for another answer; further providers and models are found by search. */
const OFFERED = 12

/** Arrow pressed to reach the variant about to be shown: the same arrow gets the focus there. */
let pressed: { id: string; n: number; by: number } | null = null

/** Actions on one message, and its variants. It keeps its space, so that nothing moves when it shows. */
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
  /** Text of an interrupted attempt that the person was reading. */
  const interrupted = () => {
    const cut = answer()?.cut
    return cut === undefined ? undefined : (props.session.interrupted[cut] ?? props.session.streams[cut]?.passed)
  }
  const [looking, setLooking] = createSignal(false)
  const [choosing, setChoosing] = createSignal(false)
  const ended = () => {
    const row = answer()
    return row !== null && hasEnded(row) && !deleted()
  }
  /** The same model with other levels of thinking. */
  const otherLevels = () => {
    const now = props.session.view?.config.model
    if (now === undefined || now.providerId === DEMO_PROVIDER.id) return []
    const { providerId, model } = now
    return THINKING_LEVELS.filter(({ level }) => level !== now.thinking).map(({ level, label }) => ({
      label: t('Same model: {level}', { level: t(label).toLowerCase() }),
      run: () => void once(branches.askAgain(props.row.n, { providerId, model, thinking: level })),
    }))
  }
  const others = createMemo(() => [
    ...[...(state.providers ?? []), DEMO_PROVIDER].slice(0, OFFERED).map(({ id, label, model }) => ({
      label: `${model} (${label})`,
      run: () => void once(branches.askAgain(props.row.n, { providerId: id, model })),
    })),
    { label: t('Other models…'), run: () => setChoosing(true) },
    ...otherLevels(),
  ])
  /** Does not start while earlier work is running. */
  async function once(work: Promise<unknown>): Promise<void> {
    setGoing(true)
    await work
    setGoing(false)
  }
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
        <Show when={!deleted() && !props.session.view?.head.recorded && textOf(props.row) !== ''}>
          <IconButton label={t('Quote')} onClick={() => quoteInComposer(props.session.id, textOf(props.row))}>
            <Quote size={15} />
          </IconButton>
        </Show>
        <Show when={answer() !== null && canRead() && textOf(props.row) !== ''}>
          <IconButton
            label={isRead() ? t('Stop reading aloud') : t('Read aloud')}
            aria-pressed={isRead()}
            onClick={() => (isRead() ? stopReading() : void readAloud(readId(), textOf(props.row), actions.notify))}
          >
            {isRead() ? <Square size={13} fill="currentColor" /> : <Volume size={15} />}
          </IconButton>
        </Show>
        <Show when={!deleted() && props.onEdit}>
          {(edit) => (
            <IconButton label={t('Edit')} onClick={() => edit()(textsOf(props.row).join('\n'))}>
              <Pencil size={15} />
            </IconButton>
          )}
        </Show>
        <Show when={interrupted()}>
          <IconButton label={t('Interrupted version')} onClick={() => setLooking(true)}>
            <ClockAlert size={15} />
          </IconButton>
        </Show>
        <Show when={ended()}>
          <IconButton
            label={t('Ask again')}
            disabled={going()}
            onClick={() => void once(branches.askAgain(props.row.n))}
          >
            <RefreshCw size={15} />
          </IconButton>
          <Menu label={t('Ask another model')} icon={<Bot size={15} />} items={others()} />
          <IconButton
            label={t('Branch')}
            disabled={going()}
            onClick={() => void once(branches.branchFrom(props.row.n))}
          >
            <GitBranch size={15} />
          </IconButton>
        </Show>
      </div>
      <Show when={choosing()}>
        <Suspense>
          <ModelDialog
            label={t('Ask another model')}
            current={props.session.view?.config.model ?? null}
            onPick={(choice) => void once(branches.askAgain(props.row.n, choice))}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      </Show>
      <Show when={looking() && interrupted()}>
        {(blocks) => (
          <Suspense>
            <InterruptedVersion blocks={blocks()} onClose={() => setLooking(false)} />
          </Suspense>
        )}
      </Show>
    </div>
  )
}

const hasEnded = ({ status, settledAt }: Answer): boolean =>
  status === 'failed' || status === 'replaced' || (status !== 'streaming' && status !== 'waiting' && settledAt !== null)

const textsOf = ({ content }: Message): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []))

const textOf = (row: Message): string => joined(textsOf(row))

const joined = (texts: readonly string[]): string => texts.join('\n\n').trim()
