import { createEffect, createSignal, type JSX, on, onMount, Show, Suspense } from 'solid-js'
import { isPrivateSession } from '../../../settings/private-session.ts'
import type { Prompt } from '../../../settings/prompts.ts'
import { isComposing } from '../../base/kit/is-composing.ts'
import { isSend } from '../../base/kit/is-send.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { pastedFiles } from '../../base/kit/pasted-files.ts'
import { directionOf } from '../../base/kit/text-direction.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { createCompleting } from './completing/create-completing.ts'
import { createRecall } from './create-recall.ts'
import type { ServerOffer } from './from-server/FromServer.tsx'
import { putWords } from './put-words.ts'

const Completion = lazy(() => import('./completing/Completion.tsx'))
const FromServer = lazy(() => import('./from-server/FromServer.tsx'))
const FillPrompt = lazy(() => import('../../settings/prompts/FillPrompt.tsx'))

/**
 * Text box that grows with its text. Completes names, recalls earlier messages with the arrow keys, and handles the
 * keys that send and stop.
 */
export function MessageBox(props: {
  session: OpenSession
  text: string
  /** False: the message is being sent, and can be read but not changed. */
  free: boolean
  wrong: boolean
  placeholder: string | undefined
  /** Escape stops the run. */
  stops: boolean
  ref: (box: HTMLTextAreaElement) => void
  onType: (text: string) => void
  onSend: () => void
  onStop: () => void
  onPasteFiles: (event: Event, files: readonly File[]) => void
  /** A server gave files. `removed`: how many invisible characters their texts lost. */
  onGiven: (files: File[], removed: number) => void
}): JSX.Element {
  let box: HTMLTextAreaElement | undefined
  /** True while code changes the box: its input event is not the person's. */
  let putting = false
  /** Prompt whose blanks are being filled in. */
  const [filling, setFilling] = createSignal<Prompt | null>(null)
  /** What a server is asked for. */
  const [asking, setAsking] = createSignal<ServerOffer | null>(null)
  const text = () => props.text
  const type = (words: string): void => props.onType(words)
  const completing = createCompleting(text)
  const recall = createRecall(() => props.session, text, type)
  /** Replaces the name that is being typed. */
  const put = (words: string): void => {
    const from = completing.begun()?.from ?? 0
    const end = box?.selectionStart ?? text().length
    type(text().slice(0, from) + words + text().slice(end))
    queueMicrotask(() => box?.setSelectionRange(from + words.length, from + words.length))
  }
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void => {
    if (isComposing(event)) return
    const sends = isSend(event)
    const isStop = event.key === 'Escape' && props.stops
    const taken = props.free && (completing.onKey(event) || recall(event))
    if (!taken && !sends && !isStop) return
    event.preventDefault()
    if (taken) return
    if (sends) props.onSend()
    else props.onStop()
  }
  createEffect(
    on(text, () => {
      putting = true
      if (box) putWords(box, text())
      putting = false
      // browsers that size a box by its content do this themselves
      if (!box || CSS.supports('field-sizing', 'content')) return
      box.style.height = 'auto'
      box.style.height = `${box.scrollHeight}px`
    }),
  )
  onMount(() => {
    if (!matchMedia('(pointer: coarse)').matches) box?.focus()
  })
  return (
    <>
      <Suspense>
        <Show when={props.free && completing.begun()}>
          {(begun) => (
            <Completion
              begun={begun()}
              session={props.session}
              onOffered={completing.offer}
              onPut={put}
              onFill={setFilling}
              onServer={setAsking}
              onClose={completing.close}
            />
          )}
        </Show>
        <Show when={asking()}>
          {(offer) => <FromServer offer={offer()} onGiven={props.onGiven} onClose={() => setAsking(null)} />}
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
      <textarea
        ref={(made) => {
          box = made
          props.ref(made)
        }}
        data-kept
        // the browser keeps what is in a box, to put it back after a restart
        autocomplete={isPrivateSession(props.session.id) ? 'off' : undefined}
        dir={directionOf(text())}
        aria-label={t('Message')}
        aria-describedby="composer-problem delivery-words"
        aria-invalid={props.wrong}
        placeholder={props.placeholder ?? t('What can I help with?')}
        rows="1"
        readonly={!props.free}
        aria-busy={!props.free}
        aria-autocomplete="list"
        aria-controls={completing.offered()?.list}
        aria-activedescendant={completing.offered()?.active}
        onInput={(event) => {
          if (putting) return
          type(event.currentTarget.value)
          completing.look(event.currentTarget)
        }}
        onKeyUp={(event) => completing.look(event.currentTarget)}
        onClick={(event) => completing.look(event.currentTarget)}
        onBlur={completing.close}
        onPaste={(event) => props.onPasteFiles(event, pastedFiles(event))}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
