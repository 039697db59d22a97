import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import { makeMessageBudget } from '../../rendering/cost/message-budget.ts'
import { type FrameMessage, parseFrameMessage } from './frame-messages.ts'
import { drawnPage, type FramePage, runningPage, staticPage } from './frame-page.ts'
import { guardKeyboard, type Theft } from './keyboard-guard.ts'

/** Milliseconds between heartbeats, and how many in a row may stay unanswered. */
const BEAT = 1000
const PATIENCE = 5
/** Permission policy for the frame, in browsers that know it: no focus without a click. */
const NO_FOCUS = "focus-without-user-activation 'none'"

/**
 * Shows a page in two frames, one inside the other. The outer frame is a page of ours without scripts and with another
 * policy than the app: a `srcdoc` frame inherits the policy of its parent, and under the app's policy neither inline
 * styles nor scripts would work. It is same-origin, so the service worker has it offline and we can reach in. The inner
 * frame is sandboxed: no origin, and scripts only if `scripts` is set.
 */
export default function ArtifactFrame(props: {
  page: FramePage
  scripts: boolean
  label: string
  /** Another number loads it again. */
  turn?: number
  /** It begins, or begins again: the browser reloads a frame that the list moves to another place. */
  onStart?: (say: (message: { artifact: 'look' }) => void) => void
  /** It is looked at for the agent: nobody has clicked, so it may not have the keyboard at any time. */
  looks?: boolean
  /** It is a drawing that is looked at: no script but ours runs. */
  draws?: boolean
  onView?: (message: Extract<FrameMessage, { artifact: 'loaded' | 'view' }>) => void
  onLine?: (message: Extract<FrameMessage, { artifact: 'line' }>) => void
  /** It has not answered for some seconds, or has sent far too much: it loops, floods, or its process is gone. */
  onSilent?: () => void
  /** It was removed to protect the keyboard: keys keep going to the app. */
  onTheft?: (why: Theft) => void
}): JSX.Element {
  const [problem, setProblem] = createSignal(false)
  let outer: HTMLIFrameElement | undefined
  let inner: HTMLIFrameElement | null = null
  let gone = false
  let missed = 0
  let unguard: (() => void) | null = null
  let budget = makeMessageBudget()

  const show = (): void => {
    const place = outer?.contentDocument
    const view = place?.defaultView
    if (!place || !view) return void setProblem(true)
    // A host that answers every address with the app would put the frame under the app's policy, or under none.
    const policy = place.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content
    if (place.title !== 'Artifact' || !policy?.includes("default-src 'none'")) return void setProblem(true)
    unguard?.()
    unguard = null
    if (props.scripts && !props.draws && document.querySelector('dialog:modal') !== null) return steal('writing')
    inner = place.createElement('iframe')
    inner.allow = NO_FOCUS
    inner.setAttribute('sandbox', props.scripts ? 'allow-scripts' : '')
    inner.setAttribute('referrerpolicy', 'no-referrer')
    inner.title = props.label
    const { page } = props
    inner.srcdoc = props.draws ? drawnPage(page.text) : contentOf(page, view, props.looks)
    if (props.scripts && !props.draws && outer) unguard = guardKeyboard(outer, steal, props.looks ? 0 : undefined)
    place.body.replaceChildren(inner)
    missed = 0
    budget = makeMessageBudget()
    const shown = inner
    props.onStart?.((message) => shown.contentWindow?.postMessage(message, '*'))
  }
  /** At once: the next key must find it gone. Its replacement appears later. */
  const steal = (why: Theft): void => {
    inner?.remove()
    inner = null
    props.onTheft?.(why)
    setTimeout(() => {
      if (!gone && !props.scripts) show()
    })
  }
  const receive = (event: MessageEvent): void => {
    if (!inner || event.source !== inner.contentWindow) return
    // Its data is created from the message only when it is read.
    const message = budget.read(() => parseFrameMessage(event.data))
    if (budget.isSpent()) return props.onSilent?.()
    if (message?.artifact === 'pong') missed = 0
    else if (message?.artifact === 'line') props.onLine?.(message)
    else if (message) props.onView?.(message)
  }
  const beat = (): void => {
    if (!props.scripts || !inner || document.visibilityState !== 'visible') return
    if (missed++ >= PATIENCE) return props.onSilent?.()
    inner.contentWindow?.postMessage({ artifact: 'ping' }, '*')
  }
  addEventListener('message', receive)
  const timer = setInterval(beat, BEAT)
  onCleanup(() => {
    gone = true
    removeEventListener('message', receive)
    clearInterval(timer)
    unguard?.()
  })
  createEffect(
    on(
      () => [props.page, props.scripts, props.turn],
      () => {
        if (inner) show()
      },
      { defer: true },
    ),
  )
  return (
    <Show when={!problem()} fallback={<p class="hint">{t('This page can’t be shown safely here.')}</p>}>
      <iframe
        ref={outer}
        class="artifact-frame"
        title={props.label}
        allow={NO_FOCUS}
        src={new URL('artifact-frame.html', document.baseURI).href}
        onLoad={show}
      />
    </Show>
  )
}

const contentOf = (page: FramePage, view: Window, looks = false): string =>
  page.runs ? runningPage(page, looks) : staticPage(page.bundle?.html ?? page.text, page.kind, view)
