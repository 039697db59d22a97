// the kit’s classes, used by every wing
import '../../base/kit/banner.css'
import '../../base/kit/button.css'
import '../../base/kit/card.css'
import '../../base/kit/facts.css'
import '../../base/kit/field.css'
import '../../base/kit/select.css'
import '../../base/kit/form-outcome.css'
import '../../base/kit/link-warning.css'
import './app.css'
import { createEffect, createSignal, type JSX, Match, on, Show, Suspense, Switch } from 'solid-js'
import { Drawer } from '../../base/kit/Drawer.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { createMedia, NARROW } from '../../base/kit/media.ts'
import { nextTask } from '../../base/kit/next-task.ts'
import { type App, AppContext, type OpenDialog } from '../../base/state/app-context.ts'
import { pastShown } from '../../base/state/past-shown.ts'
import { hideSidebar, sidebarHidden } from '../../base/state/sidebar-hidden.ts'
import { wantedPlace } from '../../base/state/wanted-place.ts'
import { t } from '../../base/words/t.ts'
import { listenForCommands } from '../../conversation/commands/keys.ts'
import { FilesSlot } from '../../files/FilesSlot.tsx'
import { isFinding, listenForFinding } from '../../sessions/finding/finding.ts'
import { SessionsPanel } from '../../sessions/SessionsPanel.tsx'
import { createUnseen } from '../../sessions/unseen.ts'
import { createCanAsk } from '../home/home-known.ts'
import { Welcome } from '../welcome/Welcome.tsx'
import { SessionPage } from './SessionPage.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

// on later visits it comes from the service worker
const Home = lazy(() => import('../home/Home.tsx'))
const NoticeBar = lazy(() => import('./NoticeBar.tsx'))
const NotRunning = lazy(() => import('./NotRunning.tsx'))
const FaultScreen = lazy(() => import('../../settings/data/FaultScreen.tsx'))
const Dialogs = lazy(() => import('./Dialogs.tsx'))

/**
 * The page: sessions on the left, the conversation in the middle, files on the right; dialogs and faults above
 * everything.
 */
export function AppShell(props: Omit<App, 'openDialog'>): JSX.Element {
  const narrow = createMedia(NARROW)
  const unseen = createUnseen(props.state)
  const canAsk = createCanAsk(props.state)
  const [drawer, setDrawer] = createSignal(false)
  const menu = () => narrow() || sidebarHidden()
  const closeDrawer = (): void => void setDrawer(false)
  // a phone doesn’t show the sessions yet
  const [besides, setBesides] = createSignal(!narrow())
  void nextTask().then(() => setBesides(true))
  const [dialog, setDialog] = createSignal<OpenDialog>(null)
  const [signedIn, setSignedIn] = createSignal(/[?&]state=/.test(location.search))
  const app: App = { ...props, route: () => props.route(), openDialog: setDialog }
  const link = () => {
    const route = props.route()
    return route.type === 'connect' ? route.link : null
  }
  const closeDialog = (): void => {
    setDialog(null)
    if (link()) location.hash = '#/'
  }
  const toggleSidebar = (): void => {
    if (narrow()) return void setDrawer(!drawer())
    const at = document.activeElement
    hideSidebar(!sidebarHidden())
    // the focused element was removed: focus the visible button that brings it back
    if (at?.closest('.sidebar-toggle, .sessions'))
      for (const button of document.querySelectorAll<HTMLElement>('.sidebar-toggle')) button.focus()
  }
  /** Goes to the start page’s box; if it is in view already, focuses it. */
  const goHome = (): void => {
    closeDrawer()
    location.hash = '#/'
    skipToMain()
  }
  // the person wants to see their choice now: a session, a place in it, its past
  createEffect(on([props.route, pastShown, isFinding, wantedPlace], closeDrawer, { defer: true }))

  listenForFinding({
    search: () => setDialog('search'),
    canFind: () => props.state.open?.phase === 'ready' && !pastShown(),
    // a failed load is reported when the search bar is shown
    prepare: () => void import('../../sessions/finding/FindBar.tsx').catch(() => {}),
  })

  const byKeys = () =>
    import('../../conversation/commands/newest-card.ts').catch((error: unknown) => {
      console.warn('The code of this shortcut could not be loaded', error)
      return null
    })
  listenForCommands({
    commands: () => setDialog('commands'),
    help: () => setDialog('help'),
    newest: () => void byKeys().then((keys) => keys?.toNewestCard()),
    box: () => void byKeys().then((keys) => keys?.toMessageBox()),
    begin: goHome,
    sidebar: toggleSidebar,
  })

  return (
    <AppContext.Provider value={app}>
      <Show
        when={props.state.fault === null && props.state.broken === null}
        fallback={
          <Suspense>
            <FaultScreen />
          </Suspense>
        }
      >
        <button type="button" class="skip-link" onClick={skipToMain}>
          {t('Skip to the conversation')}
        </button>
        <div class="app">
          <Drawer open={narrow() ? drawer() : !sidebarHidden()} modal={narrow()} side="left" onClose={closeDrawer}>
            <Show when={besides() || drawer()}>
              <SessionsPanel unseen={unseen()} onHome={goHome} onChosen={closeDrawer} onHide={toggleSidebar} />
            </Show>
          </Drawer>
          <main id="main" class="main" tabindex="-1">
            <Suspense>
              <Show when={props.safe() || props.state.notRunning}>
                <NotRunning />
              </Show>
            </Suspense>
            <Switch fallback={<Welcome onMenu={toggleSidebar} menu={menu()} />}>
              <Match when={props.state.open}>
                {(session) => <SessionPage session={session()} onMenu={toggleSidebar} menu={menu()} />}
              </Match>
              <Match when={canAsk()}>
                <Suspense>
                  <Home onMenu={toggleSidebar} menu={menu()} />
                </Suspense>
              </Match>
            </Switch>
          </main>
          <FilesSlot />
        </div>
        <UpdatePrompt />
        <Suspense>
          <NoticeBar />
        </Suspense>
        <Suspense>
          <Show when={signedIn() || dialog() !== null || link()}>
            <Dialogs
              dialog={dialog()}
              link={link()}
              signedIn={signedIn()}
              onSignedIn={() => setSignedIn(false)}
              onBegin={goHome}
              onClose={closeDialog}
            />
          </Show>
        </Suspense>
      </Show>
    </AppContext.Provider>
  )
}

/** A button: a fragment link would change the route. */
function skipToMain(): void {
  const target = document.querySelector<HTMLElement>('.composer-box textarea') ?? document.getElementById('main')
  target?.focus()
}
