import './composer.css'
import { createEffect, createMemo, createSignal, type JSX, on, onMount, Show, Suspense } from 'solid-js'
import type { Delivery } from '../../agent/message.ts'
import type { Prompt } from '../../settings/prompts.ts'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import type { Attached } from '../state/drafts.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { ComposerBar } from './ComposerBar.tsx'
import { createCompleting } from './completing/create-completing.ts'
import { createRecall } from './create-recall.ts'
import { createRecovery } from './create-recovery.ts'
import { createRunView } from './create-run-view.ts'
import { createStop } from './create-stop.ts'
import { createWords } from './create-words.ts'
import { lostWords } from './lost-words.ts'
import { messageProblem } from './message-problem.ts'

const QueuedMessages = lazy(() => import('./QueuedMessages.tsx'))
const UnsentWords = lazy(() => import('./UnsentWords.tsx'))
const Completion = lazy(() => import('./completing/Completion.tsx'))
const FillPrompt = lazy(() => import('../prompts/FillPrompt.tsx'))
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
  const halt = createStop()
  const id = props.session.id
  const words = createWords(drafts, id)
  const { text, attached, sentAs } = words
  const run = createRunView(() => props.session)
  /** Files that were pasted or dropped here. */
  const [offered, setOffered] = createSignal<File[]>([])
  const [preparing, setPreparing] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  /** Why words that were not typed here stand in the box. */
  const [arrival, setArrival] = createSignal('')
  const [delivery, setDelivery] = createSignal<Delivery>('steer')
  /** A prompt whose blanks are being filled in. */
  const [filling, setFilling] = createSignal<Prompt | null>(null)
  let box: HTMLTextAreaElement | undefined

  const resize = (): void => {
    // browsers that size a box by its content do it themselves
    if (!box || CSS.supports('field-sizing', 'content')) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight}px`
  }
  const type = (value: string): void => {
    words.write(value)
    setProblem('')
    setArrival('')
    resize()
  }
  const completing = createCompleting(text)
  /** Words in the place of the name that is being begun. */
  const put = (words: string): void => {
    const from = completing.begun()?.from ?? 0
    const end = box?.selectionStart ?? text().length
    type(text().slice(0, from) + words + text().slice(end))
    queueMicrotask(() => box?.setSelectionRange(from + words.length, from + words.length))
  }
  const recall = createRecall(() => props.session, text, type)
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void => {
    // 229: Safari ends a composition before it says so
    if (event.isComposing || event.keyCode === 229) return
    const isSend = event.key === 'Enter' && !event.shiftKey
    const isStop = event.key === 'Escape' && run.stops()
    const taken = free() && (completing.onKey(event) || recall(event))
    if (!taken && !isSend && !isStop) return
    event.preventDefault()
    if (taken) return
    if (isSend) send()
    else stop()
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
    words.setSentAs(actions.send(id, text(), run.busy() ? delivery() : 'steer', attached()))
  }
  const begin = (take: NonNullable<typeof props.begin>): void => {
    if (!take(text(), attached())) return
    words.attach(() => [])
    type('')
  }
  const stop = (): void => {
    halt.stop()
    // its button goes with the run
    box?.focus()
  }
  const denyAndSend = (): void => {
    if (preparing() || problemNow() !== null) return send()
    for (const call of run.undecided()) actions.decide(call.id, 'deny', 'once')
    send()
  }
  createEffect(
    on(
      drafts.settled,
      (settled) => {
        if (!settled || settled.commandId !== sentAs()) return
        words.setSentAs(null)
        if (settled.refusal === null) words.empty()
        else setProblem(settled.refusal)
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
          <Show when={free() && completing.begun()}>
            {(begun) => (
              <Completion
                begun={begun()}
                session={props.session}
                onOffered={completing.offer}
                onPut={put}
                onFill={setFilling}
                onClose={completing.close}
              />
            )}
          </Show>
          <Show when={filling()}>
            {(prompt) => (
              <FillPrompt
                prompt={prompt()}
                onFilled={(words) => type([words, text()].filter((part) => part.trim() !== '').join('\n\n'))}
                onClose={() => setFilling(null)}
              />
            )}
          </Show>
        </Suspense>
        <Suspense>
          <Attachments
            attached={attached()}
            offered={offered()}
            free={free()}
            onAdd={(block) => words.attach((blocks) => [...blocks, block])}
            onRemove={(block) => words.attach((blocks) => blocks.filter((other) => other !== block))}
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
          aria-autocomplete="list"
          aria-controls={completing.offered()?.list}
          aria-activedescendant={completing.offered()?.active}
          onInput={(event) => {
            type(event.currentTarget.value)
            completing.look(event.currentTarget)
          }}
          onKeyUp={(event) => completing.look(event.currentTarget)}
          onClick={(event) => completing.look(event.currentTarget)}
          onBlur={completing.close}
          onPaste={(event) => {
            // programs that copy text often put a picture of it beside it
            if (!event.clipboardData?.getData('text/plain')) offer(event, event.clipboardData?.files)
          }}
          onKeyDown={onKeyDown}
        />
        <ComposerBar
          delivery={run.busy() ? delivery() : null}
          onDelivery={setDelivery}
          problem={problem()}
          news={arrival() || (halt.waits() ? 'Stopping: waiting for the tab that runs this.' : '')}
          hint={
            sentAs() !== null ? 'Saving…' : words.kept() ? '' : 'Too long to be kept as a draft: a reload loses it.'
          }
          onDenyAndSend={run.undecided().length > 0 && !isBlank() ? denyAndSend : null}
          onStop={run.stops() ? stop : null}
          canSend={sentAs() === null && !isBlank() && state.role !== 'none'}
        />
      </div>
    </form>
  )
}
