import './sessions-panel.css'
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show, Suspense } from 'solid-js'
import { Virtualizer, type VirtualizerHandle } from 'virtua/solid'
import Activity from '~icons/lucide/activity'
import ChevronRight from '~icons/lucide/chevron-right'
import CircleHelp from '~icons/lucide/circle-question-mark'
import FolderPlus from '~icons/lucide/folder-plus'
import HatGlasses from '~icons/lucide/hat-glasses'
import PanelLeft from '~icons/lucide/panel-left'
import Plus from '~icons/lucide/plus'
import Search from '~icons/lucide/search'
import Settings from '~icons/lucide/settings'
import { IconButton } from '../base/kit/IconButton.tsx'
import { lazy } from '../base/kit/lazy.ts'
import { sessionHash } from '../base/kit/session-hash.ts'
import { useApp } from '../base/state/app-context.ts'
import { chooseProject } from '../base/state/chosen-project.ts'
import { lastDemo } from '../base/state/unbegun-demo.ts'
import { t } from '../base/words/t.ts'
import { foldedProjects } from '../projects/folded-projects.ts'
import { defaultProvider } from '../settings/providers/default-provider.ts'
import { useBeginPrivate } from './begin-private.ts'
import { archivedOf, headingOf, listLines, projectOfLine } from './list-lines.ts'
import { isRenaming } from './renaming.ts'
import { createRoving } from './roving.ts'
import { SessionRow } from './SessionRow.tsx'
import { shownTag } from './shown-tag.ts'

const MINUTE = 60_000

const ProjectHeading = lazy(() => import('../projects/ProjectHeading.tsx'))
const TagFilter = lazy(() => import('./TagFilter.tsx'))

/**
 * Sidebar: sessions by the day of their last change, a button for a new one, and the settings. Only lines near the view
 * are in the page. `unseen`: ids of marked sessions. `onHome`: opens the start page. `onChosen`: a session was chosen,
 * perhaps the open one. `onHide`: hides the sidebar.
 */
export function SessionsPanel(props: {
  unseen: ReadonlySet<string>
  onHome: () => void
  onChosen: () => void
  onHide: () => void
}): JSX.Element {
  const { state, actions, drafts, openDialog } = useApp()
  const [showArchived, setShowArchived] = createSignal(false)
  const [now, setNow] = createSignal(Date.now())
  // ages and days change in a tab that is left open, and a timer does not count sleep
  const tick = (): void => void setNow(Date.now())
  const timer = setInterval(tick, MINUTE)
  document.addEventListener('visibilitychange', tick)
  onCleanup(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  })
  const lines = createMemo<string[]>(
    (before) =>
      isRenaming()
        ? before
        : listLines(state.sessions ?? [], {
            open: state.open?.id ?? null,
            demo: lastDemo(),
            pinned: state.preferences.pinned,
            archived: state.preferences.archived,
            only: state.preferences.tags.find(({ name }) => name === shownTag())?.sessions ?? null,
            projects: (state.projects ?? []).map(({ id }) => id),
            folded: foldedProjects(),
            showArchived: showArchived(),
            hasDraft: drafts.has,
            now: now(),
          }),
    [],
  )
  // built once for all rows: with thousands of sessions each row would otherwise search them all
  const byId = createMemo(() => new Map(state.sessions?.map((session) => [session.id, session])))
  /** How many of the listed sessions have a title. */
  const titles = createMemo(() => {
    const counts = new Map<string, number>()
    for (const name of lines()) {
      const title = byId().get(name)?.title
      if (title !== undefined) counts.set(title, (counts.get(title) ?? 0) + 1)
    }
    return counts
  })
  let list: VirtualizerHandle | undefined
  const openLine = createMemo(() => lines().indexOf(state.open?.id ?? ''))
  // the open session is scrolled into view when it is opened; a later move in the list does not scroll
  createEffect(
    on([() => state.open?.id, () => openLine() >= 0], ([, listed]) => {
      if (listed) queueMicrotask(() => list?.scrollToIndex(openLine(), { align: 'nearest' }))
    }),
  )
  const roving = createRoving({
    lines,
    isStop: (name) => byId().has(name) || archivedOf(name) !== null || projectOfLine(name) !== null,
    open: () => state.open?.id ?? null,
    reveal: (place) => list?.scrollToIndex(place, { align: 'nearest' }),
  })
  const startNew = (project: string | null = null): void => {
    chooseProject(project)
    props.onHome()
    if (!defaultProvider(state)) actions.notify('Add a provider or try the demo to start.')
  }
  const startPrivate = useBeginPrivate()
  const line = (name: string): JSX.Element => {
    const session = createMemo(() => byId().get(name))
    const archived = archivedOf(name)
    return (
      <Show
        when={session()}
        fallback={
          <Show
            when={archived !== null}
            fallback={
              <Show when={projectOfLine(name)} fallback={<p class="session-group">{headingOf(name)}</p>}>
                {(id) => (
                  <Suspense fallback={<p class="session-group" />}>
                    <ProjectHeading
                      id={id()}
                      line={name}
                      stop={roving.stop() === name}
                      onBegin={() => startNew(id())}
                    />
                  </Suspense>
                )}
              </Show>
            }
          >
            <button
              type="button"
              class="session-group"
              data-line={name}
              tabindex={roving.stop() === name ? 0 : -1}
              aria-expanded={showArchived()}
              onClick={() => setShowArchived(!showArchived())}
            >
              <ChevronRight size={14} /> {t('Archived ({n})', { n: archived ?? 0 })}
            </button>
          </Show>
        }
      >
        {(item) => (
          <SessionRow
            session={item()}
            href={sessionHash(name)}
            unseen={props.unseen.has(name)}
            now={now()}
            twin={(titles().get(item().title) ?? 0) > 1}
            stop={roving.stop() === name}
          />
        )}
      </Show>
    )
  }
  return (
    <aside class="sessions" aria-label={t('Sidebar')}>
      <div class="sessions-head">
        <a class="brand" href="#/" aria-label={t('Reflexor home')}>
          <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width="24" height="24" />
          <span>Reflexor</span>
        </a>
        <IconButton label={t('Activity')} onClick={() => openDialog('activity')}>
          <Activity size={18} />
        </IconButton>
        <IconButton label={t('Search')} aria-keyshortcuts="Control+Shift+F" onClick={() => openDialog('search')}>
          <Search size={18} />
        </IconButton>
        <IconButton class="sidebar-toggle" label={t('Hide sessions')} onClick={props.onHide}>
          <PanelLeft size={18} />
        </IconButton>
      </div>
      <div class="row begin-row">
        <button type="button" class="button new-session" onClick={() => startNew()}>
          <Plus size={18} /> {t('New session')}
        </button>
        <IconButton
          label={t('New private session')}
          onClick={() => {
            startPrivate()
            props.onChosen()
          }}
        >
          <HatGlasses size={18} />
        </IconButton>
        <IconButton label={t('New project')} onClick={() => openDialog({ project: null })}>
          <FolderPlus size={18} />
        </IconButton>
      </div>
      <Show when={state.preferences.tags.length > 0}>
        <Suspense>
          <TagFilter />
        </Suspense>
      </Show>
      <nav
        aria-label={t('Sessions')}
        class="sessions-list"
        onKeyDown={roving.onKey}
        onFocusIn={roving.onFocus}
        onClick={(event) => {
          if (event.target.closest('a')) props.onChosen()
        }}
      >
        <Show
          when={lines().length > 0}
          fallback={<p class="hint pad">{state.sessions === null ? t('Loading…') : t('No sessions yet')}</p>}
        >
          <Virtualizer
            ref={(handle) => (list = handle)}
            as="ul"
            item="li"
            data={lines()}
            itemSize={38}
            keepMounted={roving.kept()}
          >
            {line}
          </Virtualizer>
        </Show>
      </nav>
      <div class="sessions-foot">
        <button type="button" class="button ghost wide" onClick={() => openDialog('settings')}>
          <Settings size={18} /> {t('Settings')}
        </button>
        <IconButton label={t('Help')} onClick={() => openDialog('help')}>
          <CircleHelp size={18} />
        </IconButton>
      </div>
    </aside>
  )
}
