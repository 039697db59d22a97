import './welcome.css'
import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import { sharedCache } from '../../../pwa/shared-cache.ts'
import { DEMO_TASK } from '../../../settings/demo-task.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { HOME } from '../../base/state/drafts.ts'
import type { Recovered } from '../../base/state/recover-drafts.ts'
import { t } from '../../base/words/t.ts'
import { StartFrame, type StartProps } from './StartFrame.tsx'

const SharedWaits = lazy(() => import('./SharedWaits.tsx'))
const RecentSessions = lazy(() => import('../../sessions/RecentSessions.tsx'))

/** The page of a person without a model: what this is, and the ways to begin; after a demo, also their sessions. */
export function Welcome(props: StartProps): JSX.Element {
  const { actions, drafts, openDialog, state } = useApp()
  /** Something may wait for the start page’s box. */
  const [waits, setWaits] = createSignal(drafts.has(HOME))
  if (typeof caches !== 'undefined')
    caches.has(sharedCache(new URL('./', location.href).href)).then(
      (shared) => setWaits(waits() || shared),
      (error: unknown) => console.error(error),
    )
  const [recovered, setRecovered] = createSignal<Recovered>({ newer: null, settled: [], others: [] })
  // looked up in addition to the box’s own content
  drafts.read(HOME)
  drafts.recover(HOME).then(
    (found) => {
      setRecovered(found)
      setWaits(waits() || found.newer !== null || found.others.length > 0)
    },
    (error: unknown) => console.warn('Unsent words could not be looked for', error),
  )
  const hasSessions = () => state.sessions?.some(({ deletedAt, count }) => deletedAt === null && count > 0) ?? false
  return (
    <StartFrame
      {...props}
      kind="welcome"
      heading={t('Welcome to Reflexor')}
      mark={
        <img class="welcome-mark" src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width="56" height="56" />
      }
    >
      <p class="lead">
        {t(
          'An AI agent that lives in your browser and never loses its place. Reload, crash, come back tomorrow: it keeps every word and carries on by itself.',
        )}
      </p>
      <div class="row center">
        <button type="button" class="button large primary" onClick={() => openDialog('add-provider')}>
          {t('Add provider')}
        </button>
        <button type="button" class="button large" onClick={() => actions.createDemo(t(DEMO_TASK))}>
          {t('Try the demo')}
        </button>
      </div>
      <p class="hint">
        {hasSessions()
          ? t('Or pick one of your sessions.')
          : t('The demo needs no key or network: a scripted model with real tools.')}
      </p>
      <Suspense>
        <Show when={waits()}>
          <SharedWaits recovered={recovered()} />
        </Show>
      </Suspense>
      <Show
        when={hasSessions()}
        fallback={
          <ul class="promises">
            <li>
              <strong>{t('No server, no account.')}</strong>{' '}
              {t('Everything stays in this browser. Keys go only to your provider.')}
            </li>
            <li>
              <strong>{t('Saved before it acts.')}</strong>{' '}
              {t('Each step is on disk before the next begins. Nothing gets lost, and nothing runs twice by accident.')}
            </li>
            <li>
              <strong>{t('You decide.')}</strong>{' '}
              {t('Tools ask before they do anything that can’t be undone. Stop always works.')}
            </li>
          </ul>
        }
      >
        <Suspense>
          <RecentSessions />
        </Suspense>
      </Show>
    </StartFrame>
  )
}
