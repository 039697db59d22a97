import './transcript.css'
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, onMount, Show, Suspense } from 'solid-js'
import { Virtualizer, type VirtualizerHandle } from 'virtua/solid'
import ArrowDown from '~icons/lucide/arrow-down'
import { lazy } from '../../base/kit/lazy.ts'
import { takeAim } from '../../base/state/aim.ts'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { familyLines, sameLines } from '../../base/state/variants.ts'
import { takePlace, wantedPlace } from '../../base/state/wanted-place.ts'
import { t } from '../../base/words/t.ts'
import { MessageRow } from './MessageRow.tsx'
import { goToPlace, notePlace, placeNow, takeNotedPlace } from './reading-place.ts'
import { NEAR_VIEW, rowsNear } from './rows-near.ts'
import { createStick } from './scroll-stick.ts'

const AwayRow = lazy(() => import('../away/AwayRow.tsx'))
const TranscriptTools = lazy(() => import('./TranscriptTools.tsx'))

/**
 * Assumed height of a row until it is measured, in px. With the list's default of 40 it would create many rows before
 * it knows that it needs few.
 */
const USUAL_ROW = 100

/**
 * The conversation: a virtual list over all rows of the session. Only rows near the view are in the page, and only
 * loaded rows have text; others are loaded when they come near. Opens at its end and stays there while text streams in.
 * `past`: shows an earlier state.
 */
export function Transcript(props: { session: OpenSession; past?: boolean }): JSX.Element {
  const count = () => props.session.view?.head.count ?? 0
  const stick = createStick()
  // while it scrolls down, as with each streamed line, the list drops the rows above the view and recreates them when
  // it rests
  const [kept, keep] = createSignal<number[]>([])
  // row numbers identify rows: appending one leaves the elements of all others alone
  const numbers = createMemo(() => Array.from({ length: count() }, (_, n) => n))
  const { state } = useApp()
  const family = createMemo(() => familyLines(state.sessions ?? [], props.session.id), [], {
    equals: sameLines(() => props.session.id),
  })
  let list: VirtualizerHandle | undefined
  let scroller: HTMLElement | undefined
  const leaving = new AbortController()
  onCleanup(() => leaving.abort())
  const note = (): void => {
    if (!props.past && scroller) notePlace(props.session.id, stick.atEnd() ? null : placeNow(scroller))
  }
  window.addEventListener('pagehide', note, { signal: leaving.signal })
  onMount(() => {
    const n = takeAim(props.session.id)
    const noted = props.past ? null : takeNotedPlace(state, props.session.id)
    if (n === null && noted !== null && noted.n < count() && scroller && list) {
      stick.leave()
      return void goToPlace(scroller, list, noted, leaving.signal)
    }
    if (n === null) return stick.jump()
    // branching point of two variants: show the row of this variant in the place of the other variant's row
    stick.leave()
    list?.scrollToIndex(Math.min(n, count() - 1), { align: 'center' })
  })
  createEffect(
    on(
      [() => props.session.id, () => props.session.view?.head.lastUserSeq],
      ([id], before) => {
        if (id === before?.[0] || takeAim(id) === null) {
          // show what the person has just sent, or has just asked for again
          stick.jump()
        } else {
          // show the other variant in the same place
          stick.leave()
          setSeen(count())
        }
      },
      { defer: true },
    ),
  )
  /** Number of rows that were there when the person last was at the end; later ones count as new. */
  const [seen, setSeen] = createSignal(count())
  createEffect(() => {
    if (stick.atEnd()) setSeen(count())
  })
  const fresh = () => Math.max(0, count() - seen())
  const hasRows = createMemo(() => count() > 0)
  createEffect(
    on([wantedPlace, hasRows, () => props.session.id], ([place, there, id]) => {
      if (place === null || place.sessionId !== id || !there || !takePlace(place)) return
      const going = new AbortController()
      onCleanup(() => going.abort())
      stick.leave()
      void import('./reveal.ts').then(({ reveal }) => {
        const row = () => props.session.rows[place.n]
        if (scroller && list) void reveal({ scroller, list, row }, place, going.signal)
      })
    }),
  )
  return (
    <div class="transcript">
      <div
        ref={(element) => {
          scroller = element
          stick.watch(element)
        }}
        role="log"
        aria-label={t('Conversation')}
        aria-live="off"
        class="transcript-scroll"
        tabindex="0"
      >
        {/* heading level between the session's title and the headings that models write */}
        <h2 class="unseen">{t('Conversation')}</h2>
        <Show
          when={count() > 0}
          fallback={
            <p class="transcript-empty">
              {props.past ? t('No messages yet at this point.') : t('Starts when you send a message.')}
            </p>
          }
        >
          {/* keep the last row: while it grows the list may take it for out of view, and a recreated row would be
              formatted from its start */}
          <Virtualizer
            ref={(handle) => (list = handle)}
            data={numbers()}
            bufferSize={NEAR_VIEW}
            itemSize={USUAL_ROW}
            keepMounted={[...kept().filter((n) => n < count() - 1), count() - 1]}
            onScrollEnd={() => {
              if (list) keep(rowsNear(list))
              note()
            }}
          >
            {(n) => <MessageRow n={n} total={count()} session={props.session} family={family()} />}
          </Virtualizer>
          <Suspense>
            <Show when={!props.past}>
              <Show when={props.session.id} keyed>
                <AwayRow session={props.session} />
              </Show>
            </Show>
            <TranscriptTools
              session={props.session}
              past={props.past}
              log={scroller as HTMLElement}
              atEnd={stick.atEnd()}
              list={list as VirtualizerHandle}
            />
          </Suspense>
        </Show>
      </div>
      <Show when={!stick.atEnd()}>
        <button type="button" class="button jump" onClick={stick.jump}>
          <ArrowDown size={16} /> {t('Jump to latest')}
          <Show when={fresh() > 0}>
            <span class="jump-count">{t('{n} new', { n: fresh() })}</span>
          </Show>
        </button>
      </Show>
    </div>
  )
}
