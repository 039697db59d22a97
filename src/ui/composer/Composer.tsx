import './composer.css'
import ArrowUp from 'lucide-solid/icons/arrow-up'
import Square from 'lucide-solid/icons/square'
import { createEffect, createMemo, createSignal, type JSX, on, onMount, Show, Suspense } from 'solid-js'
import type { Delivery } from '../../agent/message.ts'
import { openCalls } from '../../agent/select.ts'
import { isBusyStatus, status } from '../../agent/status.ts'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import type { Attached } from '../state/drafts.ts'
import { sessionOffers } from '../state/session-offers.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { createRecovery } from './create-recovery.ts'
import { lostWords } from './lost-words.ts'
import { messageProblem } from './message-problem.ts'

/** Milliseconds; a worker that is awake answers in a few. */
const UNHEARD_AFTER = 700

const QueuedMessages = lazy(() => import('./QueuedMessages.tsx'))
const UnsentWords = lazy(() => import('./UnsentWords.tsx'))
const Attachments = lazy(() => import('./attachments/Attachments.tsx'))

/**
 * Where a person writes. The text and what is attached are kept as a draft with every change and stay in the box until the message is known
 * to be on disk; while it is on its way it can be read but not changed.
 */
export function Composer(props: {
  session: OpenSession
  placeholder?: string
  /** Where no session exists yet: takes the words over instead of sending them. False: it cannot, and they stay. */
  begin?: (words: string, attached: Attached[]) => boolean
}): JSX.Element {
  const { actions, drafts, state } = useApp()
  const id = props.session.id
  const first = drafts.read(id)
  const [text, setText] = createSignal(first.text)
  const [attached, setAttached] = createSignal(first.attached)
  /** Files that were pasted or dropped here. */
  const [offered, setOffered] = createSignal<File[]>([])
  const [preparing, setPreparing] = createSignal(false)
  const [sentAs, setSentAs] = createSignal(first.sentAs)
  const [problem, setProblem] = createSignal('')
  /** Why words that were not typed here stand in the box. */
  const [arrival, setArrival] = createSignal('')
  const [kept, setKept] = createSignal(true)
  const [delivery, setDelivery] = createSignal<Delivery>('steer')
  /** The command of a Stop that nobody has taken for a while: the tab that runs this session is frozen or busy. */
  const [unheard, setUnheard] = createSignal<string | null>(null)
  let box: HTMLTextAreaElement | undefined

  const current = createMemo(() => {
    const head = props.session.view?.head
    return head ? status(head) : null
  })
  const busy = () => {
    const now = current()
    return now !== null && (isBusyStatus(now) || now.type === 'waiting-for-you')
  }
  // naming the session is no work to stop
  const stops = () => sessionOffers(props.session).stop && current()?.type !== 'idle'
  const undecided = createMemo(() => {
    const head = props.session.view?.head
    return head && current()?.type === 'waiting-for-you'
      ? openCalls(head).filter((call) => call.status === 'pending')
      : []
  })
  const resize = (): void => {
    // browsers that size a box by its content do it themselves
    if (!box || CSS.supports('field-sizing', 'content')) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight}px`
  }
  const type = (value: string): void => {
    setText(value)
    setProblem('')
    setArrival('')
    keep()
    resize()
  }
  const keep = (): void => {
    const value = text()
    setKept(drafts.write(id, { text: value, attached: attached(), sentAs: null }))
    if (!kept())
      drafts.stored(id).then(
        () => text() === value && setKept(true),
        () => {},
      ) // then it is as the hint says
  }
  const attach = (change: (blocks: typeof first.attached) => typeof first.attached): void => {
    setAttached(change)
    keep()
  }
  const isBlank = () => text().trim() === '' && attached().length === 0
  const offer = (event: Event, files: Iterable<File> | undefined): void => {
    const taken = [...(files ?? [])]
    if (taken.length === 0) return
    event.preventDefault()
    if (free()) setOffered(taken)
  }
  const free = () => sentAs() === null
  const unsent = createRecovery(drafts, id, { text, free, type })
  /** Words from elsewhere join what stands in the box, which is never lost to them. */
  const join = (parts: string[], why: string): void => {
    type(parts.filter((part) => part.trim() !== '').join('\n\n'))
    setArrival(why)
    // a row of the queue that was being edited, or is going now, leaves the focus to nobody
    const at = document.activeElement
    if (at === document.body || at?.closest('.queue')) box?.focus()
  }
  // once there, it stays; what this tab keeps may be a change to a message that went during a reload
  const queues = createMemo(
    (before: boolean) => before || (props.session.view?.queue.length ?? 0) > 0 || lostWords().length > 0,
    sessionStorage.length > 0,
  )
  const problemNow = (): string | null =>
    messageProblem(text(), problem(), attached().length > 0, props.session.view?.config.window?.size)
  const send = (): void => {
    if (sentAs() !== null) return
    setArrival('')
    if (preparing()) return void setProblem('Wait until the files are ready.')
    const wrong = problemNow()
    if (wrong !== null) return void setProblem(wrong)
    if (props.begin) return begin(props.begin)
    setSentAs(actions.send(id, text(), busy() ? delivery() : 'steer', attached()))
  }
  const begin = (take: NonNullable<typeof props.begin>): void => {
    if (!take(text(), attached())) return
    setAttached([])
    type('')
  }
  const stop = (): void => {
    const id = actions.stop()
    // its button goes with the run
    box?.focus()
    if (id !== null) setTimeout(() => setUnheard(id), UNHEARD_AFTER)
  }
  const waitsToStop = () => {
    const id = unheard()
    return id !== null && state.unacknowledged[id] === true
  }
  const denyAndSend = (): void => {
    if (preparing() || problemNow() !== null) return send()
    for (const call of undecided()) actions.decide(call.id, 'deny', 'once')
    send()
  }
  createEffect(
    on(
      drafts.settled,
      (settled) => {
        if (!settled || settled.commandId !== sentAs()) return
        setSentAs(null)
        if (settled.refusal === null) {
          setText('')
          setAttached([])
        } else setProblem(settled.refusal)
        resize()
        box?.focus()
      },
      { defer: true },
    ),
  )
  onMount(() => {
    resize()
    if (!matchMedia('(pointer: coarse)').matches) box?.focus()
  })
  return (
    <form
      class="composer"
      onDrop={(event) => offer(event, event.dataTransfer?.files)}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Suspense>
        <Show when={unsent.others().length > 0}>
          <UnsentWords
            drafts={unsent.others()}
            free={free()}
            onTake={(draft) => {
              join([text(), draft.text], '')
              unsent.settle(draft)
            }}
            onDiscard={unsent.settle}
          />
        </Show>
        <Show when={queues()}>
          <QueuedMessages
            session={props.session}
            free={free()}
            onTakeBack={(words) => join([words, text()], '')}
            onLostWords={(words, why) => join([text(), words], why)}
          />
        </Show>
      </Suspense>
      <div class="composer-box">
        <Suspense>
          <Attachments
            attached={attached()}
            offered={offered()}
            free={free()}
            onAdd={(block) => attach((blocks) => [...blocks, block])}
            onRemove={(block) => attach((blocks) => blocks.filter((other) => other !== block))}
            onPreparing={(now) => {
              setPreparing(now)
              setProblem('')
            }}
          />
        </Suspense>
        <textarea
          ref={box}
          aria-label="Message"
          aria-describedby="composer-problem"
          aria-invalid={problem() !== ''}
          placeholder={props.placeholder ?? 'What should be done?'}
          rows="1"
          value={text()}
          readonly={sentAs() !== null}
          aria-busy={sentAs() !== null}
          onInput={(event) => type(event.currentTarget.value)}
          onPaste={(event) => {
            // programs that copy text often put a picture of it beside it
            if (!event.clipboardData?.getData('text/plain')) offer(event, event.clipboardData?.files)
          }}
          onKeyDown={(event) => {
            // 229: Safari ends a composition before it says so
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
            event.preventDefault()
            send()
          }}
        />
        <div class="composer-bar">
          <Show when={busy()}>
            <select
              class="select small"
              aria-label="Delivery"
              value={delivery()}
              onChange={(event) => setDelivery(event.currentTarget.value as Delivery)}
            >
              <option value="steer">Steer</option>
              <option value="follow-up">Follow up</option>
              <option value="now">Now</option>
              <option value="interrupt">Interrupt</option>
            </select>
          </Show>
          <span
            class="composer-hint"
            id="composer-problem"
            role={problem() !== '' ? 'alert' : arrival() !== '' || waitsToStop() ? 'status' : undefined}
            data-bad={problem() !== ''}
          >
            {problem() ||
              arrival() ||
              (waitsToStop() && 'Stopping: waiting for the tab that runs this.') ||
              (sentAs() !== null ? 'Saving…' : kept() ? '' : 'Too long to be kept as a draft: a reload loses it.')}
          </span>
          <Show when={undecided().length > 0 && !isBlank()}>
            <button type="button" class="button small" onClick={denyAndSend}>
              Deny and send
            </button>
          </Show>
          <Show when={stops()}>
            <button type="button" class="button round stop" aria-label="Stop" title="Stop" onClick={stop}>
              <Square size={14} fill="currentColor" />
            </button>
          </Show>
          <button
            type="submit"
            class="button round primary"
            aria-label="Send"
            title="Send (Enter)"
            disabled={sentAs() !== null || isBlank() || state.role === 'none'}
          >
            <ArrowUp size={18} />
          </button>
        </div>
      </div>
    </form>
  )
}
