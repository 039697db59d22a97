import { type JSX, Show } from 'solid-js'
import type { StorageTest } from '../../../protocol/devices.ts'
import type { Work } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
import { sentences } from '../../base/words/sentences.ts'
import { t } from '../../base/words/t.ts'
import { stepWords } from './engine-words.ts'

/**
 * The result of a test, with advice. A problem of a field is shown beside that field. `label`: distinguishes two of
 * these on one page.
 */
export function TestOutcome(props: { work: Work<StorageTest>; label: string }): JSX.Element {
  const words = (): string => {
    const outcome = props.work.outcome()
    if (outcome === null) return ''
    if ('wrong' in outcome && outcome.wrong !== undefined) return t('Check the fields above.')
    return sentences([said(outcome.message), 'next' in outcome ? stepWords(outcome.next) : ''])
  }
  return (
    <p class="form-outcome" role="status" aria-label={props.label} data-ok={props.work.outcome()?.ok}>
      <Show when={props.work.busy()} fallback={words()}>
        {said(props.work.doing() ?? '')}
      </Show>
    </p>
  )
}
