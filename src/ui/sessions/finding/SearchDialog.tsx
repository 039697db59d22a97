import type { Results } from '../../../protocol/requests.ts'
import './search-dialog.css'
import { batch, createSignal, For, Index, type JSX, onCleanup, onMount, Show, untrack } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { SearchBox } from '../../base/kit/SearchBox.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { setPastShown } from '../../base/state/past-shown.ts'
import { useSearch } from '../../base/state/search.ts'
import { wantPlace } from '../../base/state/wanted-place.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { FoundSession } from './FoundSession.tsx'
import { startFinding, takeSearch } from './finding.ts'
import { createLongResults } from './long-results.ts'
import { moveByArrows } from './move-by-arrows.ts'

/** Interval of repeated searches while the index is being built, in ms. */
const LOOK_AGAIN = 1_000

/** Searches all sessions, or those of a project; a result opens its session at the message. */
export default function SearchDialog(props: { project: string | null; onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const { search, end } = useSearch()
  const [query, setQuery] = createSignal(takeSearch())
  const [project, setProject] = createSignal(untrack(() => props.project))
  /** Names the question: the words, and where they are looked for. */
  const question = () => `${project() ?? ''}\n${query()}`
  const only = (): string[] | undefined => {
    const id = project()
    return id === null ? undefined : (state.sessions ?? []).filter((item) => item.project === id).map((item) => item.id)
  }
  const [found, setFound] = createSignal<{ for: string; result: Results['search'] } | null>(null)
  const [problem, setProblem] = createSignal('')
  const hits = () => found()?.result.hits ?? []
  const list = createLongResults(hits, ({ rows }) => 1 + rows.length)
  let box: HTMLInputElement | undefined
  let asking = false
  let again: ReturnType<typeof setTimeout> | undefined

  /** One search at a time; text typed meanwhile is searched after it. */
  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    clearTimeout(again)
    for (let asked: string | null = null; asked !== question(); ) {
      asked = question()
      try {
        const result = await search(query(), only())
        batch(() => {
          if (found()?.for !== asked) list.reset()
          setFound({ for: asked, result })
          setProblem('')
        })
      } catch (error) {
        setProblem(messageOf(error))
      }
    }
    asking = false
    if ((found()?.result.behind ?? 0) > 0) again = setTimeout(ask, LOOK_AGAIN)
  }
  onMount(() => {
    box?.select()
    void ask()
  })
  onCleanup(() => {
    clearTimeout(again)
    void end().catch((error: unknown) => console.error(error))
  })
  const words = (): string => {
    const now = found()
    if (problem() !== '') return said(problem())
    if (query().trim() === '') return t('Type words from a message or a title.')
    if (now === null || (now.for !== question() && now.result.hits.length === 0)) return t('Searching…')
    const behind = now.result.behind
    const { length } = now.result.hits
    const what = length === 0 ? t('No results.') : count(length, '1 session.', '{n} sessions.')
    return behind === 0 ? what : `${what} ${count(behind, 'Still reading one session…', 'Still reading {n} sessions…')}`
  }
  const open = (sessionId: string, n: number | null): void => {
    setPastShown(null)
    wantPlace(n === null ? null : { sessionId, n, query: query(), exact: null })
    props.onClose()
  }
  const findHere = (): void => {
    props.onClose()
    setPastShown(null)
    startFinding(query())
  }
  return (
    <Dialog label={t('Search')} class="whole-on-phones search-dialog" onClose={() => props.onClose()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the box and the links, which have the focus */}
      <div class="search" onKeyDown={(event) => moveByArrows(event, box, list.all)}>
        <SearchBox
          ref={(made) => {
            box = made
          }}
          label={t('Search')}
          placeholder={t('Search all sessions')}
          most={400}
          autofocus
          value={query()}
          onInput={(words) => {
            setQuery(words)
            void ask()
          }}
        />
        <div class="row search-line">
          <p class="hint" role="status" aria-label={t('Found')}>
            {words()}
          </p>
          <Show when={(state.projects ?? []).length > 0}>
            <select
              class="select small"
              aria-label={t('Search in')}
              onChange={(event) => {
                setProject(event.currentTarget.value || null)
                void ask()
              }}
            >
              <option value="" selected={project() === null}>
                {t('All sessions')}
              </option>
              <For each={state.projects}>
                {({ id, name }) => (
                  <option value={id} selected={project() === id}>
                    {showHidden(name)}
                  </option>
                )}
              </For>
            </select>
          </Show>
          <Show when={state.open?.phase === 'ready'}>
            <button type="button" class="button small ghost" onClick={findHere}>
              {t('This session')}
            </button>
          </Show>
        </div>
        <ul class="search-results" aria-label={t('Results')}>
          {/* by index: each key press may find other sessions, shown in the same lines */}
          <Index each={query().trim() === '' ? [] : list.shown()}>
            {(hit, place) => <FoundSession hit={hit()} place={place + 1} all={hits().length} onOpen={open} />}
          </Index>
        </ul>
        <div ref={list.watchEnd} />
      </div>
    </Dialog>
  )
}
