import './activity.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { sessionHash } from '../kit/session-hash.ts'
import { relativeTime } from '../sessions/relative-time.ts'
import { sessionWords } from '../sessions/session-words.ts'
import { useApp } from '../state/app-context.ts'
import { groupsOf } from './groups.ts'

/** All sessions that run, wait for the person, or have come to a halt, with what can be done from here. */
export default function ActivityDialog(props: { onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const groups = createMemo(() => groupsOf(state.sessions ?? []))
  return (
    <Dialog label="Activity" class="activity" onClose={props.onClose}>
      <Show
        when={groups().length > 0}
        fallback={<p class="hint">Nothing runs, nothing waits for you, nothing has failed.</p>}
      >
        <For each={groups()}>
          {({ label, sessions }) => (
            <section aria-label={label}>
              <h3>
                {label} <span class="hint">{sessions.length}</span>
              </h3>
              <ul class="cards">
                <For each={sessions}>{(session) => <Entry session={session} onOpen={props.onClose} />}</For>
              </ul>
            </section>
          )}
        </For>
      </Show>
    </Dialog>
  )
}

function Entry(props: { session: SessionItem; onOpen: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const title = () => props.session.title || 'New session'
  const words = () => sessionWords(props.session, { now: Date.now(), notRunning: state.notRunning })
  return (
    <li class="card">
      <div class="card-words">
        <strong class="ellipsis">{title()}</strong>
        <span class="hint">
          {words()}, {relativeTime(props.session.timestamp, Date.now())}
        </span>
      </div>
      <Show when={props.session.busy}>
        <button
          type="button"
          class="button small"
          aria-label={`Stop ${title()}`}
          onClick={() => actions.stopSession(props.session.id)}
        >
          Stop
        </button>
      </Show>
      <a
        class="button small"
        href={sessionHash(props.session.id)}
        aria-label={`Open ${title()}`}
        onClick={() => props.onOpen()}
      >
        Open
      </a>
    </li>
  )
}
