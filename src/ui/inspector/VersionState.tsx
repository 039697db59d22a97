import { For, type JSX, Show } from 'solid-js'
import type { VersionView } from '../../protocol/inspect-view.ts'
import { fileSize } from '../kit/file-size.ts'
import { VisibleText } from '../kit/VisibleText.tsx'
import type { Inspection } from './inspection.ts'
import { duration } from './times.ts'

/** Everything of one version: what it was doing, what had to run, the end of the conversation, the files. */
export function VersionState(props: { inspection: Inspection }): JSX.Element {
  return (
    <Show when={props.inspection.version()} fallback={<p class="hint">Loading…</p>}>
      {(version) => (
        <>
          <dl class="facts">
            <dt>Status</dt>
            <dd>{version().status}</dd>
            <dt>Model</dt>
            <dd>{version().model || 'None'}</dd>
            <dt>Messages</dt>
            <dd>
              {version().count}
              {version().queue.length > 0 ? `, ${version().queue.length} waiting` : ''}
            </dd>
          </dl>
          <Effects inspection={props.inspection} wanted={version().wanted} />
          <section aria-label="Conversation at this point">
            <h3>{headingOf(version())}</h3>
            <Show when={version().summary}>{(text) => <Text label="Summary" text={text()} />}</Show>
            <For each={version().rows}>{(row) => <Row row={row} />}</For>
            <For each={version().queue}>{(text) => <Text label="Waits" text={text} />}</For>
          </section>
          <section aria-label="Files at this point">
            <h3>Files</h3>
            <Show when={version().files.length > 0} fallback={<p class="hint">None.</p>}>
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
            <summary>Head</summary>
            <pre>{version().head}</pre>
          </details>
        </>
      )}
    </Show>
  )
}

const headingOf = ({ rows, count }: VersionView): string =>
  rows.length < count ? `Conversation, the last ${rows.length} of ${count}` : 'Conversation'

/** What the state wants against what the machine runs; of the past only what it wanted. */
function Effects(props: { inspection: Inspection; wanted: VersionView['wanted'] }): JSX.Element {
  const isPast = () => props.inspection.place() !== null
  const machine = () => (isPast() ? null : (props.inspection.now()?.machine ?? null))
  // how it stands now comes with the machine, so that both are of one moment
  const wanted = () => (isPast() ? props.wanted : (props.inspection.now()?.wanted ?? props.wanted))
  const runningOf = (key: string) => machine()?.running.find((effect) => effect.key === key)
  const words = (key: string): string => {
    if (isPast()) return 'was to run then'
    if (machine() === null) return 'no machine of this session has answered'
    const effect = runningOf(key)
    if (effect === undefined) return 'wanted, not running'
    if (effect.ended !== null) return 'ended, still wanted'
    return `running for ${duration(Date.now() - effect.since)}`
  }
  const unwanted = () =>
    (machine()?.running ?? []).filter(({ key, ended }) => ended === null && !wanted().some((each) => each.key === key))
  return (
    <section aria-label="Effects">
      <h3>{isPast() ? 'What had to run' : 'What has to run, and what does'}</h3>
      <Show when={wanted().length + unwanted().length > 0} fallback={<p class="hint">Nothing.</p>}>
        <ul class="inspect-effects">
          <For each={wanted()}>
            {({ key, kind, attempt }) => (
              <li>
                <code>{key}</code>
                <span>
                  {kind}
                  {attempt === null ? '' : `, attempt ${attempt + 1}`}: {words(key)}
                </span>
                <Show when={runningOf(key)?.cause}>{(cause) => <span class="hint">because of {cause()}</span>}</Show>
              </li>
            )}
          </For>
          <For each={unwanted()}>
            {({ key }) => (
              <li>
                <code>{key}</code>
                <span>running, not wanted any more</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  )
}

function Row(props: { row: VersionView['rows'][number] }): JSX.Element {
  const label = () => (props.row.role === 'user' ? 'You' : 'Assistant')
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
