import './message-row.css'
import { createEffect, createMemo, ErrorBoundary, type JSX, Match, onCleanup, Show, Suspense, Switch } from 'solid-js'
import type { Origin } from '../../../agent/head.ts'
import type { Answer, Message, UserMessage } from '../../../agent/message.ts'
import { isRecurringMessage } from '../../../agent/recurring-message.ts'
import { createDrawn } from '../../base/kit/after-frame.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import type { FamilyLine } from '../../base/state/variants.ts'
import { t } from '../../base/words/t.ts'
import { createKeptText } from '../composer/kept-text.ts'
import { foldRow } from '../tool-calls/row-folds.ts'
import { AnswerView } from './AnswerView.tsx'
import { isPassedOver } from './asked-again.ts'
import { newDay, newModel } from './lines-before.ts'
import { UserMessageView } from './UserMessageView.tsx'

const AnswerUsage = lazy(() => import('../../settings/usage/AnswerUsage.tsx'))
const MessageActions = lazy(() => import('../branches/MessageActions.tsx'))
const MessageEditor = lazy(() => import('../branches/MessageEditor.tsx'))
const BranchNote = lazy(() => import('../branches/BranchNote.tsx'))
const HelperNote = lazy(() => import('../helpers/HelperNote.tsx'))
const SummaryRow = lazy(() => import('../context/SummaryRow.tsx'))
const LinesBefore = lazy(() => import('./LinesBefore.tsx'))
const PlainRow = lazy(() => import('./PlainRow.tsx'))
const DamagedRow = lazy(() => import('./DamagedRow.tsx'))

/** Row `n` of the transcript; loads it if it is not loaded. */
export function MessageRow(props: {
  n: number
  total: number
  session: OpenSession
  family: readonly FamilyLine[]
}): JSX.Element {
  const { actions } = useApp()
  const row = () => props.session.rows[props.n]
  createEffect(() => {
    if (row()) return
    // do not load rows that scrolling only passes
    const timer = setTimeout(() => actions.loadRowsAround(props.n), 60)
    onCleanup(() => clearTimeout(timer))
  })
  const user = () => (row()?.role === 'user' ? (row() as UserMessage) : undefined)
  const answer = () => (row()?.role === 'assistant' ? (row() as Answer) : undefined)
  const isLast = () => props.n === props.total - 1
  const cutAt = () => props.session.view?.head.summaryCutAt ?? 0
  const isBehind = (n: number): boolean => (props.session.rows[n]?.seq ?? Number.POSITIVE_INFINITY) <= cutAt()
  /** The summary is shown right after the last row that it replaces. */
  const endsSummary = () =>
    cutAt() > 0 &&
    isBehind(props.n) &&
    (isLast() || (props.session.rows[props.n + 1] !== undefined && !isBehind(props.n + 1)))
  const day = () => newDay(props.session.rows, props.n, Date.now())
  const model = () => newModel(props.session.rows, props.n)
  const steps = createMemo(() => (answer() && foldRow()?.(props.session, props.family, props.n)) || undefined)
  const isHidden = (message: Answer): boolean => steps()?.hidden === true || isPassedOver(message, props.session)
  const origin = () => props.session.view?.head.origin
  /** The buttons keep their space, so they are drawn after the text of all rows. */
  const drawn = createDrawn()
  /** Another variant has different rows after the branching point: those rows are recreated. */
  const made = createMemo((before: number) => {
    const { at, times } = props.session.turned
    return props.n >= at ? times : before
  }, 0)
  return (
    <>
      <Note origin={origin()} at={props.n} />
      <Show when={props.n === 0 && props.session.view?.head.parent}>
        {(parent) => (
          <Beside>
            <HelperNote parent={parent()} />
          </Beside>
        )}
      </Show>
      <Show when={day() !== null || model() !== null}>
        <Suspense fallback={<p class="line-before" />}>
          <LinesBefore at={day()} model={model()} />
        </Suspense>
      </Show>
      <Show when={made() + 1} keyed>
        <Switch fallback={<div class="message-absent" aria-hidden="true" />}>
          <Match when={!row() && props.session.damaged[props.n]}>
            <Suspense fallback={<div class="message-absent" aria-hidden="true" />}>
              <DamagedRow n={props.n} total={props.total} />
            </Suspense>
          </Match>
          <Match when={user()}>
            {(message) => (
              <article
                class="message user"
                aria-label={message().by === 'agent' || isRecurringMessage(message()) ? t('Task') : t('You')}
                aria-posinset={props.n + 1}
                aria-setsize={props.total}
              >
                <Drawn row={message()}>
                  <OwnMessage drawn={drawn()} message={message()} session={props.session} family={props.family} />
                </Drawn>
              </article>
            )}
          </Match>
          <Match when={answer()}>
            {(message) => (
              <article
                class="message assistant"
                aria-label={t('Assistant')}
                aria-posinset={props.n + 1}
                aria-setsize={props.total}
                data-last={(isLast() && message().settledAt !== null) || undefined}
                data-inside={steps()?.inside}
                hidden={isHidden(message())}
              >
                <Show when={!isHidden(message())}>
                  <Drawn row={message()}>
                    <AnswerView answer={message()} session={props.session} isLast={isLast()} steps={steps()} />
                  </Drawn>
                  <div class="message-foot" data-step={(answer()?.calls.length ?? 0) > 0 || undefined}>
                    <Actions shown={drawn()} row={message()} session={props.session} family={props.family} />
                    <Beside>
                      <Show when={counted(answer())}>{(row) => <AnswerUsage answer={row()} />}</Show>
                    </Beside>
                  </div>
                </Show>
              </article>
            )}
          </Match>
        </Switch>
      </Show>
      <Show when={endsSummary()}>
        <Beside>
          <SummaryRow session={props.session} rows={props.n + 1} cutAt={cutAt()} />
        </Beside>
      </Show>
      <Show when={isLast()}>
        <Note origin={origin()} at={props.total} />
      </Show>
    </>
  )
}

const counted = (row: Answer | undefined): Answer | undefined =>
  row?.usage && row.status !== 'streaming' ? row : undefined

/** Content of a row; falls back to plain text if drawing throws, so that no other row fails. */
function Drawn(props: { row: Message; children: JSX.Element }): JSX.Element {
  return (
    <ErrorBoundary
      fallback={(error) => (
        <Suspense>
          <PlainRow row={props.row} error={error} />
        </Suspense>
      )}
    >
      {props.children}
    </ErrorBoundary>
  )
}

/** Parts next to the rows: if drawing them throws, the rows stay. */
function Beside(props: { children: JSX.Element }): JSX.Element {
  return (
    <ErrorBoundary
      fallback={(error) => {
        console.error('A part of the transcript could not be drawn', error)
        return <p class="mark">{t('Something here couldn’t be shown.')}</p>
      }}
    >
      <Suspense>{props.children}</Suspense>
    </ErrorBoundary>
  )
}

function Actions(props: { shown: boolean } & Parameters<typeof MessageActions>[0]): JSX.Element {
  return (
    <Show when={props.shown}>
      <Beside>
        <MessageActions {...props} />
      </Beside>
    </Show>
  )
}

/** Marks where a copy leaves its original: above its first own row. */
function Note(props: { origin: Origin | undefined; at: number }): JSX.Element {
  return (
    <Show when={props.origin?.n === props.at && props.origin}>
      {(origin) => (
        <Beside>
          <BranchNote origin={origin()} />
        </Beside>
      )}
    </Show>
  )
}

/** A message of the person, or its editor: an unfinished edit is restored after a reload. */
function OwnMessage(props: {
  drawn: boolean
  message: UserMessage
  session: OpenSession
  family: readonly FamilyLine[]
}): JSX.Element {
  const [edited, setEdited] = createKeptText(() => `edit ${props.session.id} ${props.message.id}`)
  const editing = createMemo(() => edited() !== null)
  const begun = { now: false }
  return (
    <Show
      when={!editing()}
      fallback={
        <Show when={props.session.id} keyed>
          <Suspense fallback={<UserMessageView id={props.message.id} content={props.message.content} />}>
            <MessageEditor message={props.message} text={edited() ?? ''} onText={setEdited} begun={begun} />
          </Suspense>
        </Show>
      }
    >
      <UserMessageView id={props.message.id} content={props.message.content} />
      <div class="message-foot">
        <Actions
          shown={props.drawn}
          row={props.message}
          session={props.session}
          family={props.family}
          onEdit={(words) => {
            begun.now = true
            setEdited(words)
          }}
        />
      </div>
    </Show>
  )
}
