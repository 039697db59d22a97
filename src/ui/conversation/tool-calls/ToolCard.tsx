import '../../base/kit/tool-card.css'
import { createMemo, type JSX, Show, Suspense, untrack } from 'solid-js'
import ChevronRight from '~icons/lucide/chevron-right'
import Wrench from '~icons/lucide/wrench'
import type { ToolCall } from '../../../agent/message.ts'
import type { Mode } from '../../../agent/mode.ts'
import { askedQuestion } from '../../../search/asked-question.ts'
import { MOST_OF_ARGUMENT } from '../../../search/call-texts.ts'
import { clockAhead, clockTime } from '../../base/kit/clock-time.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { MODE_NAMES } from '../../base/words/mode-words.ts'
import { t } from '../../base/words/t.ts'
import { callKey, lookAt } from './folded-steps.ts'
import { ToolArguments } from './ToolArguments.tsx'
import { testsOf, testWords } from './test-words.ts'
import { toldBy } from './told-by.ts'
import { toolState } from './tool-state.ts'
import { newestKeptOut, wayAround } from './way-around.ts'

const ToolResultView = lazy(() => import('./ToolResultView.tsx'))
const AnsweredQuestion = lazy(() => import('./AnsweredQuestion.tsx'))
const ToolTitle = lazy(() => import('./ToolTitle.tsx'))
const WayAroundOffer = lazy(() => import('./WayAroundOffer.tsx'))
const ToolDecision = lazy(() => import('./ToolDecision.tsx'))
const WANTS_A_WORD: ReadonlySet<ToolCall['status']> = new Set(['pending', 'unknown', 'asking', 'waiting'])

/** One tool call: action, state and result, and the decision that the person has to make. */
export default function ToolCard(props: { call: ToolCall; progress: string | undefined }): JSX.Element {
  const app = useApp()
  const state = createMemo(() => toolState(props.call))
  const label = createMemo(() =>
    stateWords(
      props.call,
      untrack(() => clockAhead(app.state.open?.view?.head.timestamp)),
    ),
  )
  const asked = createMemo(() => askedQuestion(props.call))
  const result = () => (
    <Suspense>
      <Show when={props.call.result}>{(result) => <ToolResultView result={result()} callId={props.call.id} />}</Show>
    </Suspense>
  )
  const around = createMemo(() => {
    const way = wayAround(props.call)
    const { open } = app.state
    return way !== null && open && newestKeptOut(open, way) === props.call.id ? way : null
  })
  const decided = () => WANTS_A_WORD.has(props.call.status)
  return (
    <Card
      name={props.call.name}
      call={props.call.id}
      // an open question is shown below, where it is answered
      argument={props.call.status === 'asking' ? '' : toldBy(props.call.name, props.call.args)}
      answer={answerOf(props.call)}
      state={state()}
      label={label()}
      failed={(testsOf(props.call.result?.details)?.failed ?? 0) > 0}
      isOpen={props.call.result?.details?.shape === 'artifact'}
      opens={props.call.status !== 'pending' && props.call.status !== 'asking'}
      onLook={(looks) => lookAt(callKey(app.state.open?.id ?? '', props.call.id), looks)}
      more={
        <Suspense>
          <Show
            when={asked()}
            fallback={
              <>
                <ToolArguments args={props.call.args} most={MOST_OF_ARGUMENT} />
                <Show when={props.call.freeIn}>{(mode) => <p class="hint">{freeWords(mode())}</p>}</Show>
                {result()}
              </>
            }
          >
            {(question) => (
              <AnsweredQuestion asked={question()} args={props.call.args} own={props.call.result?.kind === 'ok'}>
                {result()}
              </AnsweredQuestion>
            )}
          </Show>
        </Suspense>
      }
    >
      <Show when={state() === 'Running' && props.progress}>
        <p class="tool-progress">{props.progress}</p>
      </Show>
      <Suspense>
        <Show when={decided()}>
          <Show when={app.state.open?.id} keyed>
            <ToolDecision call={props.call} />
          </Show>
        </Show>
      </Suspense>
      <Suspense>
        <Show when={around()}>{(way) => <WayAroundOffer way={way()} />}</Show>
      </Suspense>
    </Card>
  )
}

/** Why a call ran without a question. */
const freeWords = (mode: Mode): string =>
  mode === 'ask'
    ? t('Ran without asking: you typed this address.')
    : t('Ran without asking, by the mode “{mode}” or a freer one.', { mode: t(MODE_NAMES[mode]) })

/** Short form of the person's answer to a question; '': no answer, or the call is no question. */
function answerOf({ name, result }: ToolCall): string {
  if (name !== 'ask_user' || result?.kind !== 'ok') return ''
  const words = result.content.map((block) => (block.type === 'text' ? block.text : '')).join(' ')
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_OF_ANSWER)
}
const MOST_OF_ANSWER = 200

/**
 * Card of a call. `call`: its id, if it is complete. `answer`: the person's answer to its question. `more`: details
 * that open below its line, if any.
 */
export function Card(props: {
  name: string
  call?: string
  argument: string
  answer?: string
  state: string
  label: string
  /** Its tests failed. */
  failed?: boolean
  opens?: boolean
  more?: JSX.Element
  isOpen?: boolean
  onLook?: (looks: boolean) => void
  children: JSX.Element
}): JSX.Element {
  const line = () => (
    <>
      <Suspense
        fallback={
          <>
            <Wrench size={15} />
            <span class="tool-name" />
          </>
        }
      >
        <ToolTitle name={props.name} done={props.state === 'Done'} />
      </Suspense>
      <span class="tool-argument">
        <VisibleText text={props.argument} />
      </span>
      <Show when={props.answer}>
        {(answer) => (
          <span class="tool-answer">
            <VisibleText text={t('You: {answer}', { answer: answer() })} />
          </span>
        )}
      </Show>
      <span class="tool-state" data-failed={props.failed || undefined}>
        {props.label}
      </span>
    </>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and lays out by rules of its own
    <div
      role="group"
      aria-label={t('Tool call: {name}', { name: showHidden(props.name) })}
      class="tool-card"
      data-state={props.state}
      data-call={props.call}
    >
      <Show when={props.opens} fallback={<div class="tool-head">{line()}</div>}>
        <details
          class="tool-details"
          open={props.isOpen || undefined}
          onToggle={(event) => props.onLook?.(event.currentTarget.open)}
        >
          <summary class="tool-head">
            {line()}
            <ChevronRight size={14} class="tool-chevron" />
          </summary>
          {props.more}
        </details>
      </Show>
      {props.children}
    </div>
  )
}

/**
 * `ahead`: how far the clock that set a wait is ahead of this one, in ms. A question keeps "Waiting" in its words: it
 * waits for the person.
 */
function stateWords(call: ToolCall, ahead: number): string {
  if (call.status === 'asking') return t('Waiting for you')
  if (call.status === 'waiting' && call.until !== null)
    return t('Waiting until {time}', { time: clockTime(call.until - ahead, Date.now()) })
  if (call.result?.recorded === true && toolState(call) === 'Done') return t('As recorded')
  const tests = toolState(call) === 'Done' ? testsOf(call.result?.details) : null
  return tests === null ? t(toolState(call)) : testWords(tests)
}
