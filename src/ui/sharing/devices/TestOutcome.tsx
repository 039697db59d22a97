import { type JSX, Show } from 'solid-js'
import type { StorageTest } from '../../../protocol/devices.ts'
import type { Work } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * The result of a test, with advice. A problem of a field is shown beside that field. `label`: distinguishes two of
 * these on one page.
 */
export function TestOutcome(props: { work: Work<StorageTest>; label: string }): JSX.Element {
  const words = (): string => {
    const outcome = props.work.outcome()
    if (outcome === null) return ''
    if ('field' in outcome && outcome.field !== undefined) return t('Check the fields above.')
    return 'next' in outcome && outcome.next !== ''
      ? `${said(outcome.message)} ${said(outcome.next)}`
      : said(outcome.message)
  }
  return (
    <p class="form-outcome" role="status" aria-label={props.label} data-ok={props.work.outcome()?.ok}>
      <Show when={props.work.busy()} fallback={words()}>
        {said(props.work.doing() ?? '')}
      </Show>
    </p>
  )
}
