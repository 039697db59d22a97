import { Index, type JSX, Show } from 'solid-js'
import type { SearchHit } from '../../../protocol/search.ts'
import { relativeTime } from '../../base/kit/relative-time.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { withToolWords } from '../../base/words/named-in-text.ts'
import { t } from '../../base/words/t.ts'
import { Marked } from './Marked.tsx'

/** A session with matches, number `place` of `all`, and its best messages. */
export function FoundSession(props: {
  hit: SearchHit
  place: number
  all: number
  onOpen: (sessionId: string, n: number | null) => void
}): JSX.Element {
  return (
    // later results may not be in the page yet
    <li aria-posinset={props.place} aria-setsize={props.all}>
      <a
        class="search-session"
        href={sessionHash(props.hit.sessionId)}
        onClick={() => props.onOpen(props.hit.sessionId, props.hit.rows[0]?.n ?? null)}
      >
        <span class="search-title">
          <Show when={props.hit.title.length > 0} fallback={t('New session')}>
            <Marked pieces={props.hit.title} />
          </Show>
        </span>
        <span class="hint">{relativeTime(props.hit.timestamp, Date.now())}</span>
      </a>
      <Index each={props.hit.rows}>
        {(row) => (
          <a
            class="search-row"
            href={sessionHash(props.hit.sessionId)}
            onClick={() => props.onOpen(props.hit.sessionId, row().n)}
          >
            <span class="search-role">{row().role === 'user' ? t('You') : t('Assistant')}</span>
            <span class="search-words">
              <Marked pieces={row().role === 'user' ? row().excerpt : withToolWords(row().excerpt)} />
            </span>
          </a>
        )}
      </Index>
      <Show when={props.hit.count > props.hit.rows.length && props.hit.rows.length > 0}>
        <p class="hint search-more">
          {t('and {n} more in this session', { n: props.hit.count - props.hit.rows.length })}
        </p>
      </Show>
    </li>
  )
}
