import { createEffect, createRoot, createSignal, type JSX, on } from 'solid-js'
import { render } from 'solid-js/web'
import type { Port } from '../../../protocol/port.ts'
import type { NotificationClick } from '../../../pwa/notifications.ts'
import { isPrivateSession } from '../../../settings/private-session.ts'
import { exceptPrivate } from '../../base/kit/private-storage.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { makeActions } from '../../base/state/actions.ts'
import { type Ask, AskContext } from '../../base/state/ask.ts'
import { HOME, makeDrafts } from '../../base/state/drafts.ts'
import { makeKeptDrafts } from '../../base/state/kept-drafts.ts'
import { asSafe, isSafe, parseRoute, type Route, withoutSafe } from '../../base/state/route.ts'
import { createUiStore, type Store } from '../../base/state/store.ts'
import { holdTabName } from '../../base/state/tab-name.ts'
import { chosenBefore, keepChosen, languageOf, speak } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'
import { makeConnection } from '../../base/worker-link/connection.ts'
import { makeOutbox } from '../../base/worker-link/outbox.ts'
import { readLeftEpoch, watchPage } from '../../base/worker-link/page-life.ts'
import { awaitMarkdown } from '../../rendering/Markdown.tsx'
import { AppShell } from '../shell/App.tsx'
import { applyLooks } from '../shell/theme.ts'

export type Page = {
  /** Renders the page into `root`, replacing its content. Earlier messages of the worker are shown at once. */
  show: (root: HTMLElement) => void
  offerUpdate: (apply: () => void) => void
  /** A click on a notification opens its session; a click on one of its buttons answers there. */
  clicked: (click: NotificationClick) => void
  /** Ends the worker and removes the page (tests). */
  dispose: () => void
}

/** In ms: how long the text of the first session waits for its formatting. */
const HELD = 2000
const LAST_SESSION = 'reflexor:last-session'

/** Remembers the person’s place; after a visit to the start page the app opens there. */
function remember(at: Route): void {
  try {
    if (at.type === 'session' && !isPrivateSession(at.id)) localStorage.setItem(LAST_SESSION, at.id)
    else if (at.type === 'home') localStorage.removeItem(LAST_SESSION)
  } catch {
    // full storage: the app opens at the start page next time
  }
}

function applyLanguage(store: Store): void {
  const { language } = store.state.preferences
  keepChosen(language, localStorage)
  speak(languageOf(language, navigator.languages)).catch((error: unknown) => {
    console.error(error)
    const text = t('Couldn’t load this language. Try again when you are online.')
    store.set('notice', { id: crypto.randomUUID(), text, undo: null })
  })
}

/**
 * Starts the page, still hidden, over the port from `openPort`: the real worker, or another end of the protocol in
 * tests. `shared`: text for the box of the start page (shared-words.ts).
 */
export function startPage(options: {
  openPort: (onCrash: (reason: string) => void) => Port
  shared?: string | null
}): Page {
  return createRoot((disposeRoot) => {
    const store = createUiStore()
    store.set('preferences', { ...store.state.preferences, language: chosenBefore(localStorage) })
    const outbox = makeOutbox(localStorage, (problem) => console.error(problem))
    const tab = holdTabName(sessionStorage, navigator.locks)
    const ask: Ask = (request) => connection.request(request)
    const apart = { own: exceptPrivate(sessionStorage), tab, kept: makeKeptDrafts(ask, tab) }
    const drafts = makeDrafts(exceptPrivate(localStorage), outbox, apart)
    const { shared = null } = options
    if (shared !== null) {
      const { text, attached } = drafts.read(HOME)
      drafts.write(HOME, { text: text === '' ? shared : `${text.trimEnd()}\n\n${shared}`, attached, sentAs: null })
      // a reload must not share it again
      history.replaceState(null, '', `${location.pathname}#/`)
    }
    // opened at its root, by an icon or a restored browser: show the person’s last place. `#/` is an explicit request
    // for the start page
    const last = location.hash === '' ? localStorage.getItem(LAST_SESSION) : null
    if (last !== null) history.replaceState(null, '', sessionHash(last))
    const [route, setRoute] = createSignal(parseRoute(location.hash))
    const [safe, setSafe] = createSignal(isSafe(location.hash))
    const connection = makeConnection({
      openPort: () => options.openPort((reason) => store.set('broken', reason)),
      outbox,
      hello: () => ({ safe: safe(), leftEpoch: readLeftEpoch(localStorage), online: navigator.onLine }),
      onMessage: (message) => {
        if (message.type === 'writer-changed') store.set('notRunning', message.fault ?? message.safe === true)
        receive(message)
      },
      onBadMessage: (problem) =>
        store.set('broken', t('{problem} The page and its worker may be different versions.', { problem })),
    })
    const { actions, receive } = makeActions(connection, store, drafts)
    const onHash = (): void => {
      // no link leaves safe mode, not even one to a session: only its button does
      if (safe()) history.replaceState(null, '', asSafe(location.hash))
      else setSafe(isSafe(location.hash))
      setRoute(parseRoute(location.hash))
    }
    const leaveSafe = (): void => {
      setSafe(false)
      location.hash = withoutSafe(location.hash)
    }
    window.addEventListener('hashchange', onHash)

    createEffect(
      on(
        safe,
        () => {
          connection.start()
          void actions.loadAll()
        },
        { defer: true },
      ),
    )
    createEffect(on(route, (at) => actions.show(at.type === 'session' ? at.id : null)))
    createEffect(on(route, remember))
    createEffect(() => applyLooks(store.state.preferences))
    createEffect(() => applyLanguage(store))

    connection.start()
    const unwatch = watchPage(connection, {
      writerEpoch: () => (store.state.role === 'writer' ? store.state.epoch : null),
      onReturn: () => {
        void actions.loadAll()
        const wanted = store.wanted()
        if (wanted !== null) void actions.reopen(wanted)
      },
    })
    void actions.loadAll()
    const view = (): JSX.Element => (
      <AskContext.Provider value={connection.request}>
        <AppShell
          state={store.state}
          actions={actions}
          drafts={drafts}
          route={route}
          safe={safe}
          leaveSafe={leaveSafe}
        />
      </AskContext.Provider>
    )
    let unrender = (): void => {}
    const noFormatting = (error: unknown): void => console.error('The text is shown without formatting', error)
    // otherwise the text is shown plain and moves when the formatting comes; elsewhere the formatting is loaded with
    // the conversation
    if (route().type === 'session') awaitMarkdown(HELD).catch(noFormatting)
    return {
      show: (root) => {
        root.replaceChildren()
        unrender = render(view, root)
      },
      offerUpdate: (apply) => store.set('applyUpdate', () => apply()),
      clicked: ({ sessionId, answer }) => {
        if (answer === null) location.hash = sessionHash(sessionId)
        else void actions.answer(sessionId, answer).catch((error: unknown) => console.error(error))
      },
      dispose: () => {
        window.removeEventListener('hashchange', onHash)
        unwatch()
        connection.stop()
        unrender()
        disposeRoot()
      },
    }
  })
}
