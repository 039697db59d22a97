import './activity.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { SessionItem } from '../../../protocol/common.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { relativeTime } from '../../base/kit/relative-time.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { planWords } from '../../conversation/plan/plan-words.ts'
import { sessionWords } from '../../sessions/session-words.ts'
import { groupsOf } from './groups.ts'
import { RecurringTasks } from './RecurringTasks.tsx'

/** All sessions that run, wait for the person, or have stopped with a problem, with actions for each. */
export default function ActivityDialog(props: { onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const groups = createMemo(() => groupsOf(state.sessions ?? []))
  return (
    <Dialog label={t('Activity')} class="activity whole-on-phones" onClose={props.onClose}>
      <Show
        when={groups().length > 0}
        fallback={<p class="hint">{t('All quiet: nothing is running, waiting for you or failed.')}</p>}
      >
        <For each={groups()}>
          {({ label, sessions }) => (
            <section aria-label={t(label)}>
              <h3>
                {t(label)} <span class="hint">{sessions.length}</span>
              </h3>
              <ul class="cards">
                <For each={sessions}>{(session) => <Entry session={session} onOpen={props.onClose} />}</For>
              </ul>
            </section>
          )}
        </For>
      </Show>
      <RecurringTasks onOpen={props.onClose} />
    </Dialog>
  )
}

function Entry(props: { session: SessionItem; onOpen: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const title = () => sessionTitle(props.session.title)
  const words = () => sessionWords(props.session, { now: Date.now(), notRunning: state.notRunning })
  return (
    <li class="card">
      <div class="card-words">
        <strong class="ellipsis">{title()}</strong>
        <span class="hint">
          {t('{what}, {when}', { what: words(), when: relativeTime(props.session.timestamp, Date.now()) })}
        </span>
        <Show when={props.session.plan}>
          {(plan) => (
            <span class="hint ellipsis" dir="auto">
              {planWords(plan())}
            </span>
          )}
        </Show>
      </div>
      <Show when={props.session.busy}>
        <button
          type="button"
          class="button small"
          aria-label={t('Stop {title}', { title: title() })}
          onClick={() => actions.stopSession(props.session.id)}
        >
          {t('Stop')}
        </button>
      </Show>
      <a
        class="button small"
        href={sessionHash(props.session.id)}
        aria-label={t('Open {name}', { name: title() })}
        onClick={() => props.onOpen()}
      >
        {t('Open')}
      </a>
    </li>
  )
}
