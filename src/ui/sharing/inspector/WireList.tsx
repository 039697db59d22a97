import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from 'solid-js'
import { parseBounded } from '../../../json/bounds.ts'
import type { WireShown } from '../../../protocol/inspect.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { count, t } from '../../base/words/t.ts'
import type { Inspection } from './inspection.ts'
import { clock, duration } from './times.ts'

type Exchange = WireShown['exchanges'][number]

/** In ms, between reads while a request is running. */
const LOOK_AGAIN = 1500

/**
 * The latest requests and answers, newest first: from the machine’s memory, or from disk if the person has them
 * recorded.
 */
export function WireList(props: { inspection: Inspection }): JSX.Element {
  const [wire, setWire] = createSignal<WireShown | null>(null)
  const [problem, setProblem] = createSignal('')
  let timer: ReturnType<typeof setTimeout> | undefined
  let gone = false
  let record: HTMLInputElement | undefined
  const look = (): Promise<void> => show(props.inspection.wire)
  const show = async (ask: () => Promise<WireShown>): Promise<void> => {
    clearTimeout(timer)
    try {
      const found = await ask()
      if (gone) return
      setWire(found)
      setProblem('')
      if (found.exchanges.some(({ ms }) => ms === null)) timer = setTimeout(() => void look(), LOOK_AGAIN)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const forget = async (): Promise<void> => {
    await show(props.inspection.forgetWire)
    // its button disappears with the deleted records
    if (wire()?.kept === 0) record?.focus()
  }
  createEffect(on(() => props.inspection.entries().length, look))
  onCleanup(() => {
    gone = true
    clearTimeout(timer)
  })
  return (
    <>
      <p class="hint">
        {t(
          'The latest requests to models and their responses, exactly as sent, without keys. They are never part of a bug report and stay in memory unless you record them.',
        )}
      </p>
      <Show when={problem() !== ''}>
        <p class="field-error">{problem()}</p>
      </Show>
      <Show when={wire()} fallback={<p class="hint">{t('Loading…')}</p>}>
        {(found) => (
          <>
            <label class="wire-record">
              <input
                ref={record}
                type="checkbox"
                checked={found().recorded}
                onChange={(event) => {
                  const box = event.currentTarget
                  // if refused, it stays unchanged
                  void show(() => props.inspection.recordWire(box.checked)).then(
                    () => (box.checked = wire()?.recorded === true),
                  )
                }}
              />
              <span>
                {t('Record them in this session')}{' '}
                <span class="hint">
                  {t('The newest 100 are kept on this device with the session. A black box can include them.')}
                </span>
              </span>
            </label>
            <Show when={found().kept > 0}>
              <button type="button" class="button small" onClick={() => void forget()}>
                {t('Delete the {n} recorded exchanges', { n: found().kept })}
              </button>
            </Show>
            <Show
              when={found().exchanges.length > 0}
              fallback={<p class="hint">{t('Nothing sent since this machine started.')}</p>}
            >
              <Mended exchanges={found().exchanges} />
              <ol class="wire-list" aria-label={t('Requests and responses on the wire')}>
                <For each={[...found().exchanges].reverse()}>{(exchange) => <OneExchange exchange={exchange} />}</For>
              </ol>
            </Show>
          </>
        )}
      </Show>
    </>
  )
}

function OneExchange(props: { exchange: Exchange }): JSX.Element {
  const [shown, setShown] = createSignal(false)
  const state = (): string => {
    const { status, ms, problem } = props.exchange
    if (problem !== null) return problem
    return ms === null ? t('in progress') : `${status ?? ''} · ${duration(ms)}`
  }
  return (
    <li>
      <details onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>
          <span class="journal-time">{clock(props.exchange.at)}</span>{' '}
          <code>
            {props.exchange.method} {props.exchange.url}
          </code>{' '}
          <span class="hint">{state()}</span>
          <Show when={mendedIn([props.exchange])}>
            {(times) => <span class="hint"> · {count(times(), '1 repaired', '{n} repaired')}</span>}
          </Show>
        </summary>
        <Show when={shown()}>
          <Mended exchanges={[props.exchange]} />
          <Part label={t('Sent')} headers={props.exchange.headers} text={props.exchange.request} />
          <Part label={t('Received')} headers={props.exchange.answerHeaders} text={props.exchange.answer} />
        </Show>
      </details>
    </li>
  )
}

/** What was skipped or repaired in these answers, each kind with its count. */
function Mended(props: { exchanges: readonly Exchange[] }): JSX.Element {
  const kinds = (): [string, number][] => {
    const counts = new Map<string, number>()
    for (const { mended = [] } of props.exchanges)
      for (const [kind, times] of mended) counts.set(kind, (counts.get(kind) ?? 0) + times)
    return [...counts].sort(([, a], [, b]) => b - a)
  }
  return (
    <Show when={kinds().length > 0}>
      <p class="hint wire-mended">
        {t('Skipped or repaired in the answers:')}{' '}
        <For each={kinds()}>
          {([kind, times], at) => (
            <>
              {at() > 0 ? t(', ') : ''}
              <bdi>{kind}</bdi> × {times}
            </>
          )}
        </For>
      </p>
    </Show>
  )
}

const mendedIn = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { mended = [] }) => sum + mended.reduce((all, [, times]) => all + times, 0), 0)

function Part(props: { label: string; headers: Exchange['headers']; text: Exchange['request'] }): JSX.Element {
  const headers = () => props.headers.map(([name, value]) => `${name}: ${value ?? t('(left out)')}`).join('\n')
  return (
    <section class="inspect-text" aria-label={props.label}>
      <span class="hint">
        {props.text.left > 0
          ? t('{part}, without {n} characters in the middle', { part: props.label, n: props.text.left })
          : props.label}
      </span>
      <pre tabindex="0">{`${headers()}\n\n${indented(props.text.text)}`}</pre>
    </section>
  )
}

/** Formats JSON; leaves any other text unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(parseBounded(text), null, 2)
  } catch {
    return text
  }
}
