import './recent-sessions.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { sessionHash } from '../base/kit/session-hash.ts'
import { useApp } from '../base/state/app-context.ts'
import { sessionTitle } from '../base/words/session-title.ts'
import { t } from '../base/words/t.ts'
import { recentSessions } from './recent.ts'
import { sessionWords } from './session-words.ts'

/** Recent sessions on the start page; renders nothing if there are none. */
export default function RecentSessions(): JSX.Element {
  const { state, openDialog } = useApp()
  const recent = createMemo(() => recentSessions(state.sessions ?? []))
  return (
    <Show when={recent().length > 0}>
      <section class="home-recent" aria-labelledby="home-recent">
        <div class="home-recent-head">
          <h2 id="home-recent">{t('Pick up where you left off')}</h2>
          <button type="button" class="button small ghost" onClick={() => openDialog({ organise: null })}>
            {t('All sessions')}
          </button>
        </div>
        <ul>
          <For each={recent()}>
            {(session) => (
              <li>
                <a href={sessionHash(session.id)}>
                  <span class="ellipsis">{sessionTitle(session.title)}</span>
                  <span class="session-meta" data-status={session.status}>
                    <Show when={session.busy && !state.notRunning}>
                      <span class="busy-dot" />
                    </Show>
                    {sessionWords(session, { now: Date.now(), notRunning: state.notRunning })}
                  </span>
                </a>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
