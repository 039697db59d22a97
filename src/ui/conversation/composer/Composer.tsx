import './composer.css'
import { createEffect, createMemo, createSignal, type JSX, on, Show, Suspense, untrack } from 'solid-js'
import type { Delivery } from '../../../agent/message.ts'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { takeCompared } from '../../base/state/compare.ts'
import type { Attached } from '../../base/state/drafts.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { ComposerBar } from './ComposerBar.tsx'
import { createRecovery } from './create-recovery.ts'
import { createRunView } from './create-run-view.ts'
import { createStop } from './create-stop.ts'
import { createWords } from './create-words.ts'
import { hasKeptText } from './kept-text.ts'
import { lostWords } from './lost-words.ts'
import { MessageBox } from './MessageBox.tsx'
import { messageProblem } from './message-problem.ts'

const QueuedMessages = lazy(() => import('./QueuedMessages.tsx'))
const UnsentWords = lazy(() => import('./UnsentWords.tsx'))
const Attachments = lazy(() => import('./attachments/Attachments.tsx'))
const ModePicker = lazy(() => import('./mode/ModePicker.tsx'))
const CompareChoice = lazy(() => import('../compare/CompareChoice.tsx'))
const Dictate = lazy(() => import('../voice/Dictate.tsx'))

const GOES = 'Sends when the files are ready.'
/** Whether this browser can turn speech into text. */
const HEARS = 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window

/**
 * Message editor. Text and attachments are saved as a draft with every change and stay in the box until the message is
 * known to be on disk; while it is being sent it can be read but not changed.
 */
export function Composer(props: {
  session: OpenSession
  placeholder?: string
  /** Used if no session exists yet: takes the words instead of sending them. False: it cannot, and they stay. */
  begin?: (words: string, attached: Attached[]) => boolean
  /** Sends the words of the box by itself; then `onDue` is called, sent or not. */
  due?: boolean
  onDue?: () => void
  /** Choices about who answers, before those about the message. */
  choices?: JSX.Element
  /** The model of a session that does not exist yet. */
  model?: ModelChoice | null
}): JSX.Element {
  const { actions, drafts, state } = useApp()
  const halt = createStop()
  const id = props.session.id
  const words = createWords(drafts, id)
  const { text, attached, sentAs } = words
  const run = createRunView(() => props.session)
  /** Files that were pasted or dropped here. */
  const [offered, setOffered] = createSignal<File[]>([])
  const [preparing, setPreparing] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  /**
   * Reason why words that were not typed here are in the box; GOES: they are sent when their files are ready, unless
   * the person types more.
   */
  const [arrival, setArrival] = createSignal('')
  const [delivery, setDelivery] = createSignal<Delivery>('steer')
  let box: HTMLTextAreaElement | undefined

  const type = (value: string): void => {
    words.write(value)
    setProblem('')
    setArrival('')
  }
  const isBlank = () => text().trim() === '' && attached().length === 0
  const offer = (event: Event, files: Iterable<File> | undefined): void => {
    const taken = [...(files ?? [])]
    if (taken.length === 0) return
    event.preventDefault()
    setOffered(taken)
  }
  const free = () => sentAs() === null
  const unsent = createRecovery(drafts, id, { ...words, free })
  /** Focuses the box only if the focus is in `place` or on the body: the person may be typing elsewhere. */
  const focusFrom = (place: string): void => {
    if (document.activeElement?.matches(`body, ${place}`)) focusBox()
  }
  /** Not on a touch screen, where the keyboard would rise over the answer. */
  const focusBox = (): void => {
    if (!matchMedia('(pointer: coarse)').matches) box?.focus()
  }
  /** Appends words from elsewhere to the text of the box, so that neither is lost. */
  const join = (parts: string[], why: string): void => {
    type(parts.filter((part) => part.trim() !== '').join('\n\n'))
    setArrival(why)
    // a queued message that was being edited, or has just gone, leaves the focus nowhere
    focusFrom('.queue *')
  }
  // stays once it is shown: this tab may hold an edit of a message that was sent during a reload
  const queues = createMemo(
    (before: boolean) => before || (props.session.view?.queue.length ?? 0) > 0 || lostWords().length > 0,
    hasKeptText(`queue:${id}`),
  )
  const problemNow = (): string | null =>
    messageProblem(text(), problem(), attached().length > 0, props.session.view?.config.window?.size)
  const send = (): void => {
    if (sentAs() !== null) return
    setArrival('')
    if (preparing()) return void setArrival(GOES)
    const wrong = problemNow()
    if (wrong !== null) return void setProblem(wrong)
    if (props.begin) return begin(props.begin)
    const models = run.busy() ? [] : takeCompared()
    const thinking = props.session.view?.config.model.thinking ?? 'off'
    words.setSentAs(
      models.length > 0
        ? actions.sendToAll(
            id,
            text(),
            attached(),
            models.map((model) => ({ ...model, thinking })),
          )
        : actions.send(id, text(), run.busy() ? delivery() : 'steer', attached()),
    )
  }
  const begin = (take: NonNullable<typeof props.begin>): void => {
    if (!take(text(), attached())) return
    words.fill('', [])
    type('')
  }
  createEffect(() => {
    if (!props.due) return
    untrack(() => {
      if (!isBlank()) send()
      props.onDue?.()
    })
  })
  const stop = (): void => {
    halt.stop()
    // its button disappears when the run ends
    focusBox()
  }
  const denyAndSend = (): void => {
    if (problemNow() !== null) return send()
    const [first, ...others] = run.undecided().map((call) => call.id)
    if (first !== undefined) actions.decide(first, 'deny', 'once', { also: others })
    send()
  }
  // a refusal because another device has the session no longer holds when that changes
  const placeNow = createMemo(() => {
    const item = state.sessions?.find((session) => session.id === id)
    return `${item?.elsewhere !== undefined} ${item?.lost ?? null}`
  })
  createEffect(on(placeNow, () => setProblem(''), { defer: true }))
  createEffect(
    on(
      drafts.settled,
      (settled) => {
        if (!settled || settled.commandId !== sentAs()) return
        words.setSentAs(null)
        if (settled.refusal === null) words.empty()
        else setProblem(settled.refusal)
        focusFrom('.composer-box *')
      },
      { defer: true },
    ),
  )
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
            attached={attached().length}
            onTake={(draft) => {
              words.attach((blocks) => [...blocks, ...(draft.attached ?? [])])
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
            attached={attached().length}
            onTakeBack={(said, files) => {
              words.attach((blocks) => [...files, ...blocks])
              join([said, text()], '')
            }}
            onLostWords={(words, why) => join([text(), words], why)}
          />
        </Show>
      </Suspense>
      <div class="composer-box">
        <Suspense>
          <Attachments
            id={id}
            attached={attached()}
            offered={offered()}
            free={free()}
            onAdd={(block) => words.attach((blocks) => [...blocks, block])}
            onRemove={(block) => words.attach((blocks) => blocks.filter((other) => other !== block))}
            onPreparing={(now, failure) => {
              const goes = !now && arrival() === GOES
              setProblem(goes ? failure : '')
              setPreparing(now)
              if (!goes) return
              setArrival('')
              if (failure === '') send()
            }}
          />
        </Suspense>
        <MessageBox
          session={props.session}
          text={text()}
          free={free()}
          wrong={problem() !== ''}
          placeholder={props.placeholder}
          stops={run.stops()}
          ref={(made) => {
            box = made
          }}
          onType={type}
          onSend={send}
          onStop={stop}
          onPasteFiles={offer}
          onGiven={(files, removed) => {
            setOffered(files)
            if (removed > 0) setArrival(t('{n} invisible characters were removed from it.', { n: removed }))
          }}
        />
        <ComposerBar
          delivery={run.busy() ? delivery() : null}
          onDelivery={setDelivery}
          problem={said(problem())}
          news={said(arrival()) || (halt.waits() ? t('Stopping: waiting for the tab that runs this session.') : '')}
          hint={
            sentAs() !== null
              ? t('Saving…')
              : words.kept()
                ? ''
                : t('Too long to save as a draft. A reload will lose it.')
          }
          onDenyAndSend={run.undecided().length > 0 && !isBlank() && !preparing() ? denyAndSend : null}
          onStop={run.stops() ? stop : null}
          beside={
            <Suspense>
              <Show when={'choices' in props}>
                <ModePicker session={props.session} />
                {props.choices}
                <Show when={!run.busy()}>
                  <CompareChoice first={props.session.view?.config.model ?? props.model ?? null} />
                </Show>
              </Show>
              <Show when={HEARS}>
                <Dictate text={text()} free={free()} onText={type} />
              </Show>
            </Suspense>
          }
          canSend={sentAs() === null && (!isBlank() || preparing()) && state.role !== 'none'}
        />
      </div>
    </form>
  )
}
