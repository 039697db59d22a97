import './session-row.css'
import { createMemo, createSignal, type JSX, Show, Suspense } from 'solid-js'
import EyeOff from '~icons/lucide/eye-off'
import type { SessionItem } from '../../protocol/common.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import { lazy } from '../base/kit/lazy.ts'
import { relativeTime } from '../base/kit/relative-time.ts'
import { useApp } from '../base/state/app-context.ts'
import { usePrivate } from '../base/state/private.ts'
import { isWriting } from '../base/state/ui-state.ts'
import { cutTitle, sessionTitle } from '../base/words/session-title.ts'
import { t } from '../base/words/t.ts'
import { restsQuietly, sessionWords } from './session-words.ts'

const RenameBox = lazy(() => import('./RenameBox.tsx'))
const SessionMenu = lazy(() => import('./SessionMenu.tsx'))

/** One session: a link, its state, and its menu. Renaming happens in place. */
export function SessionRow(props: {
  session: SessionItem
  href: string
  unseen: boolean
  /** Wall time in ms; the age is computed again when this changes. */
  now: number
  /** Another session in the list has the same title: its age tells them apart. */
  twin: boolean
  /** Tab enters the list at this row. */
  stop: boolean
}): JSX.Element {
  const { actions, state } = useApp()
  const [renaming, setRenaming] = createSignal(false)
  const title = () => sessionTitle(props.session.title)
  const cut = createMemo(() => cutTitle(props.session.title))
  const facts = () => ({ now: Math.max(props.now, Date.now()), notRunning: state.notRunning, writing: writing() })
  const current = () => state.open?.id === props.session.id
  const writing = () => current() && state.open !== null && isWriting(state.open)
  const rename = (value: string | null): void => {
    setRenaming(false)
    const trimmed = value?.trim().slice(0, 200)
    if (trimmed && trimmed !== props.session.title) actions.renameSession(props.session.id, trimmed)
  }
  const beginRename = (): void => void (props.session.damaged || setRenaming(true))
  const hidden = () => isPrivateSession(props.session.id)
  const { end } = usePrivate()
  const remove = (): void => {
    if (hidden()) return void end(props.session.id)
    const open = current()
    actions.deleteSession(props.session.id, title())
    if (open) location.hash = '#/'
  }
  return (
    <div
      class="session-row"
      data-line={props.session.id}
      data-current={current()}
      data-helps={props.session.helps ? true : undefined}
    >
      <Show
        when={!renaming()}
        fallback={
          <Suspense>
            <RenameBox title={props.session.title} onDone={rename} />
          </Suspense>
        }
      >
        <a
          class="session-link"
          tabindex={props.stop ? 0 : -1}
          href={props.href}
          aria-current={current() ? 'page' : undefined}
          title={`${title()} · ${relativeTime(props.session.timestamp, facts().now)}`}
          onKeyDown={(event) => event.key === 'F2' && beginRename()}
        >
          <span class="session-title">
            <Show when={hidden()}>
              <span class="private-mark" role="img" aria-label={t('Private')} title={t('Private')}>
                <EyeOff size={14} />
              </span>
            </Show>
            <span>{cut().name}</span>
            {cut().added}
          </span>
          <Show when={props.unseen}>
            <span class="new-dot" role="img" aria-label={t('New')} />
          </Show>
          <Show when={props.twin || !restsQuietly(props.session)}>
            <span class="session-meta" data-status={props.session.status} aria-hidden="true">
              <Show when={props.session.busy && !state.notRunning}>
                <span class="busy-dot" />
              </Show>
              {sessionWords(props.session, facts())}
            </span>
          </Show>
        </a>
        {/* an unreadable session takes no input: Settings > Data exports and deletes it */}
        <Show when={!props.session.damaged}>
          <Suspense fallback={<span class="icon-button" />}>
            <SessionMenu session={props.session} onRename={beginRename} onDelete={remove} />
          </Suspense>
        </Show>
      </Show>
    </div>
  )
}
