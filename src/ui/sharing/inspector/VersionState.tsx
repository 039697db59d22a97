import { For, type JSX, Show } from 'solid-js'
import type { VersionView } from '../../../protocol/inspect.ts'
import { fileSize } from '../../base/kit/file-size.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import type { Inspection } from './inspection.ts'
import { duration } from './times.ts'

/** A version: its status, its effects, the end of the conversation, the files. */
export function VersionState(props: { inspection: Inspection }): JSX.Element {
  return (
    <Show when={props.inspection.version()} fallback={<p class="hint">{t('Loading…')}</p>}>
      {(version) => (
        <>
          <dl class="facts">
            <dt>{t('Status')}</dt>
            <dd>{version().status}</dd>
            <dt>{t('Model')}</dt>
            <dd>{version().model || t('None')}</dd>
            <dt>{t('Messages')}</dt>
            <dd>
              {version().queue.length > 0
                ? t('{n}, {waiting} waiting', { n: version().count, waiting: version().queue.length })
                : version().count}
            </dd>
          </dl>
          <Effects inspection={props.inspection} wanted={version().wanted} />
          <section aria-label={t('Conversation at this point')}>
            <h3>{headingOf(version())}</h3>
            <Show when={version().summary}>{(text) => <Text label={t('Summary')} text={text()} />}</Show>
            <Show when={version().plan}>{(text) => <Text label={t('Plan')} text={text()} />}</Show>
            <For each={version().rows}>{(row) => <Row row={row} />}</For>
            <For each={version().queue}>{(text) => <Text label={t('Waits')} text={text} />}</For>
          </section>
          <section aria-label={t('Files at this point')}>
            <h3>{t('Files')}</h3>
            <Show when={version().files.length > 0} fallback={<p class="hint">{t('None.')}</p>}>
              <ul class="inspect-files">
                <For each={version().files}>
                  {({ path, size }) => (
                    <li>
                      <code>
                        <VisibleText text={path} />
                      </code>
                      <span class="hint">{fileSize(size)}</span>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </section>
          <details class="inspect-details">
            <summary>{t('Head')}</summary>
            <pre>{version().head}</pre>
          </details>
        </>
      )}
    </Show>
  )
}

const headingOf = ({ rows, count }: VersionView): string =>
  rows.length < count ? t('Conversation, last {n} of {all}', { n: rows.length, all: count }) : t('Conversation')

/** The effects that the state requires, beside those that the machine runs; for a past version only the first. */
function Effects(props: { inspection: Inspection; wanted: VersionView['wanted'] }): JSX.Element {
  const isPast = () => props.inspection.place() !== null
  const machine = () => (isPast() ? null : (props.inspection.now()?.machine ?? null))
  // the current state comes together with the machine’s effects, so that both are of the same moment
  const wanted = () => (isPast() ? props.wanted : (props.inspection.now()?.wanted ?? props.wanted))
  const runningOf = (key: string) => machine()?.running.find((effect) => effect.key === key)
  const words = (key: string): string => {
    if (isPast()) return t('was meant to run')
    if (machine() === null) return t('no machine answered for this session')
    const effect = runningOf(key)
    if (effect === undefined) return t('wanted, not running')
    if (effect.ended !== null) return t('ended, still wanted')
    return t('running for {time}', { time: duration(Date.now() - effect.since) })
  }
  const unwanted = () =>
    (machine()?.running ?? []).filter(({ key, ended }) => ended === null && !wanted().some((each) => each.key === key))
  return (
    <section aria-label={t('Effects')}>
      <h3>{isPast() ? t('Effects that should have run') : t('Effects: wanted and running')}</h3>
      <Show when={wanted().length + unwanted().length > 0} fallback={<p class="hint">{t('Nothing.')}</p>}>
        <ul class="inspect-effects">
          <For each={wanted()}>
            {({ key, kind, attempt }) => (
              <li>
                <code>{key}</code>
                <span>
                  {attempt === null
                    ? t('{kind}: {state}', { kind, state: words(key) })
                    : t('{kind}, attempt {n}: {state}', { kind, n: attempt + 1, state: words(key) })}
                </span>
                <Show when={runningOf(key)?.cause}>
                  {(cause) => <span class="hint">{t('because of {cause}', { cause: cause() })}</span>}
                </Show>
              </li>
            )}
          </For>
          <For each={unwanted()}>
            {({ key }) => (
              <li>
                <code>{key}</code>
                <span>{t('running, no longer wanted')}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  )
}

function Row(props: { row: VersionView['rows'][number] }): JSX.Element {
  const label = () => (props.row.role === 'user' ? t('You') : t('Assistant'))
  return (
    <>
      <Text label={props.row.note === '' ? label() : `${label()}, ${props.row.note}`} text={props.row.text} />
      <For each={props.row.calls}>
        {(call) => (
          <Text
            label={`${call.name}, ${call.status}`}
            text={call.result === '' ? call.args : `${call.args}\n→ ${call.result}`}
          />
        )}
      </For>
    </>
  )
}

function Text(props: { label: string; text: string }): JSX.Element {
  return (
    <div class="inspect-text">
      <span class="hint">{props.label}</span>
      <pre>
        <VisibleText text={props.text} />
      </pre>
    </div>
  )
}
