import { type JSX, Show } from 'solid-js'
import type { StorageTest } from '../../protocol/devices.ts'
import type { Work } from '../state/create-work.ts'

/** What came of it, and what to do. What belongs to a field stands beside that. */
export function TestOutcome(props: { work: Work<StorageTest> }): JSX.Element {
  const words = (): string => {
    const outcome = props.work.outcome()
    if (outcome === null) return ''
    if ('field' in outcome && outcome.field !== undefined) return 'Something above is missing or wrong.'
    return 'next' in outcome && outcome.next !== '' ? `${outcome.message} ${outcome.next}` : outcome.message
  }
  return (
    <p class="form-outcome" role="status" aria-label="Outcome" data-ok={props.work.outcome()?.ok}>
      <Show when={props.work.busy()} fallback={words()}>
        {props.work.doing()}
      </Show>
    </p>
  )
}
