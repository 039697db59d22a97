import './session-page.css'
import { createEffect, createMemo, type JSX, Match, onCleanup, Show, Suspense, Switch } from 'solid-js'
import FolderOpen from '~icons/lucide/folder-open'
import MenuIcon from '~icons/lucide/menu'
import { compressionCut } from '../../../agent/select.ts'
import { isLocal } from '../../../settings/place-of-host.ts'
import { isPrivateSession } from '../../../settings/private-session.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { tabTitle } from '../../base/notifications/news.ts'
import { useApp } from '../../base/state/app-context.ts'
import { isDecided, lookedInto } from '../../base/state/compare.ts'
import { comparisonOf } from '../../base/state/comparison.ts'
import { pastShown } from '../../base/state/past-shown.ts'
import { sessionOffers } from '../../base/state/session-offers.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { Transcript } from '../../conversation/transcript/Transcript.tsx'
import { chooseFiles, filesShown } from '../../files/files-shown.ts'
import { isTextAwaited } from '../../rendering/Markdown.tsx'
import { isFinding } from '../../sessions/finding/finding.ts'
import { SyncMark } from '../../sessions/SyncMark.tsx'
import { StatusLine } from './StatusLine.tsx'

const SessionModel = lazy(() => import('../../settings/providers/SessionModel.tsx'))
const FaultBanner = lazy(() => import('../../settings/data/FaultBanner.tsx'))
const DeadEnd = lazy(() => import('./DeadEnd.tsx'))
const LockedBanner = lazy(() => import('../../settings/vault/LockedBanner.tsx'))
const FindBar = lazy(() => import('../../sessions/finding/FindBar.tsx'))
const SessionTools = lazy(() => import('./SessionTools.tsx'))
const RunBanner = lazy(() => import('../../conversation/transcript/RunBanner.tsx'))
const Replay = lazy(() => import('../../sharing/replay/Replay.tsx'))
const PlanRegion = lazy(() => import('../../conversation/plan/PlanRegion.tsx'))
const NotAlive = lazy(() => import('./NotAlive.tsx'))
const ModelLack = lazy(() => import('../../settings/models/ModelLack.tsx'))
const InstructionFiles = lazy(() => import('../../projects/InstructionFiles.tsx'))
const CompareBack = lazy(() => import('../../conversation/compare/CompareBack.tsx'))
const CompareColumns = lazy(() => import('../../conversation/compare/CompareColumns.tsx'))
const PrivateBanner = lazy(() => import('../../sessions/PrivateBanner.tsx'))
const PlaceBanner = lazy(() => import('../../sessions/PlaceBanner.tsx'))
const CompressingNote = lazy(() => import('../../conversation/context/CompressingNote.tsx'))

/** A session: its title and state, the conversation, the composer. */
export function SessionPage(props: { session: OpenSession; menu: boolean; onMenu: () => void }): JSX.Element {
  const { state } = useApp()
  const head = () => props.session.view?.head
  const dead = () => props.session.phase === 'missing' || props.session.phase === 'failed'
  const item = () => state.sessions?.find(({ id }) => id === props.session.id)
  // a session without a name has the same title as in the list
  const title = () => (dead() ? 'Reflexor' : sessionTitle(head()?.title || item()?.title))
  const hidden = () => isPrivateSession(props.session.id)
  createEffect(() => {
    // the browser keeps titles in its history
    document.title = tabTitle(dead() ? title() : `${hidden() ? t('Private session') : title()} · Reflexor`)
  })
  onCleanup(() => {
    document.title = 'Reflexor'
  })
  const elsewhere = () => item()?.elsewhere
  const waits = () => props.session.activity?.waitingForSync
  const shared = () => (elsewhere() || item()?.apart || item()?.trouble || item()?.lost || waits() ? item() : undefined)
  const deleted = () => !!head()?.deletedAt
  const ownPast = () => {
    const past = pastShown()
    return past?.id === props.session.id ? past : null
  }
  /** Answers of several models, until the person keeps one. */
  const comparison = createMemo(
    () => {
      const found = comparisonOf(state.sessions ?? [], props.session.id)
      return found === null || isDecided(found) ? null : found
    },
    null,
    { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  )
  const compared = () => (lookedInto() === props.session.id ? null : comparison())
  const alive = () => !deleted() && !head()?.recorded
  // while something runs, its code needs the connection; after the first look it keeps looking
  const looksAtStorage = createMemo(
    (before: boolean) =>
      before || (props.session.activity?.fault ?? null) !== null || state.sessions?.every(({ busy }) => !busy) === true,
    false,
  )
  /** The model, if it may be unable to answer here: its provider is not set up, or has no key and is not local. */
  const doubted = () => {
    const model = props.session.view?.config.model
    if (!model || elsewhere() || state.providers === null || model.providerId === DEMO_PROVIDER.id) return undefined
    const provider = state.providers.find(({ id }) => id === model.providerId)
    return provider === undefined || (!provider.hasKey && !isLocal(provider.baseUrl)) ? model : undefined
  }
  const compressed = () => {
    const now = head()
    return now !== undefined && (compressionCut(now) !== null || now.compressFailed !== undefined)
  }
  return (
    <div class="session-page">
      <header class="top-bar">
        <Show when={props.menu}>
          <IconButton class="sidebar-toggle" label={t('Show sessions')} onClick={() => props.onMenu()}>
            <MenuIcon size={20} />
          </IconButton>
        </Show>
        <div class="top-title">
          <h1 title={title()}>{title()}</h1>
          <div class="top-below">
            <Show when={hidden()}>
              <span class="badge">{t('Private')}</span>
            </Show>
            <Show when={ownPast() === null && head()}>
              <StatusLine session={props.session} />
            </Show>
            <Show when={!deleted() && !elsewhere() && item()?.unsent}>
              <SyncMark />
            </Show>
          </div>
        </div>
        <Suspense>
          <Show when={alive() && head()}>
            {(own) => (
              <SessionTools
                session={props.session}
                head={own()}
                window={props.session.view?.config.window?.size ?? null}
              />
            )}
          </Show>
        </Suspense>
        <Show when={!deleted() && !dead()}>
          <IconButton
            class={props.session.hasFiles ? 'holds' : ''}
            label={t('Show files')}
            aria-pressed={filesShown(props.session)}
            onClick={() => chooseFiles(!filesShown(props.session), props.session)}
          >
            <FolderOpen size={20} />
          </IconButton>
        </Show>
      </header>
      <Switch>
        <Match when={dead()}>
          <Suspense>
            <DeadEnd session={props.session} />
          </Suspense>
        </Match>
        <Match when={props.session.view === null}>
          <p class="opening" aria-busy="true">
            {t('Opening…')}
          </p>
        </Match>
        <Match when={ownPast()} keyed>
          {(past) => (
            <Suspense>
              <Replay past={past} status={(session) => <StatusLine session={session} />} />
            </Suspense>
          )}
        </Match>
        <Match when={props.session.view !== null}>
          <Show when={props.session.turned.from} keyed>
            <Suspense>
              <Show when={isFinding() && props.session.id} keyed>
                <FindBar session={props.session} />
              </Show>
            </Suspense>
            <Suspense>
              <Show when={hidden() && props.session.id} keyed>
                {(id) => <PrivateBanner sessionId={id} />}
              </Show>
            </Suspense>
            <Suspense>
              <Show when={!deleted() && shared()}>{(own) => <PlaceBanner item={own()} waits={waits()} />}</Show>
            </Suspense>
            <Suspense>
              <Show when={compared() === null && comparison()}>
                <CompareBack />
              </Show>
            </Suspense>
            <Show
              when={compared()}
              fallback={
                <Show when={!isTextAwaited()} fallback={<div class="transcript" />}>
                  <Transcript session={props.session} />
                </Show>
              }
            >
              {(shown) => (
                <Suspense>
                  <CompareColumns comparison={shown()} />
                </Suspense>
              )}
            </Show>
            <div class="dock">
              <Show when={props.session.activity?.locked}>
                <LockedBanner />
              </Show>
              <Show when={looksAtStorage()}>
                <Suspense>
                  <FaultBanner fault={props.session.activity?.fault ?? null} />
                </Suspense>
              </Show>
              <Show
                when={alive()}
                fallback={
                  <Suspense>
                    <NotAlive session={props.session} />
                  </Suspense>
                }
              >
                <Suspense>
                  <Show when={compressed()}>
                    <CompressingNote session={props.session} />
                  </Show>
                </Suspense>
                <Suspense>
                  <Show when={doubted()}>{(model) => <ModelLack model={model()} />}</Show>
                </Suspense>
                <Show when={!elsewhere() && sessionOffers(props.session).continue}>
                  <Suspense>
                    <RunBanner session={props.session} />
                  </Suspense>
                </Show>
                <Suspense>
                  <Show when={head()?.plan && props.session.id} keyed>
                    <PlanRegion session={props.session} />
                  </Show>
                </Suspense>
                <Suspense>
                  <Show when={(props.session.hasFiles || item()?.project) && props.session.id} keyed>
                    {(id) => (
                      <InstructionFiles sessionId={id} project={item()?.project ?? null} seq={head()?.seq ?? 0} />
                    )}
                  </Show>
                </Suspense>
                <Show when={compared() === null && props.session.id} keyed>
                  <Composer session={props.session} choices={<SessionModel session={props.session} />} />
                </Show>
              </Show>
            </div>
          </Show>
        </Match>
      </Switch>
    </div>
  )
}
