import type { JSX } from 'solid-js'
import type { StorageFault } from '../../../settings/storage-fault.ts'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import ExportButton from './ExportButton.tsx'

/** The tab with the lock can’t start to write and keeps trying: what the person can do meanwhile, and what waits. */
export default function CannotWrite(props: { fault: StorageFault }): JSX.Element {
  const { actions } = useApp()
  const advice = () =>
    props.fault.kind === 'quota'
      ? t(
          'Deleting sessions needs space, too. Free up space on this device, or clear the data of other sites in this browser.',
        )
      : said(props.fault.advice)
  return (
    <div class="banner bad" role="alert">
      <div>
        <strong>{t('Cannot save: {why}', { why: said(props.fault.message) })}</strong>{' '}
        {t(
          'Nothing runs until this is fixed. It then continues automatically. You can read and export everything that is saved. What you write, send or delete now is queued.',
        )}{' '}
        {advice()}
      </div>
      <div class="row">
        <button type="button" class="button" onClick={() => actions.retryCommit()}>
          {t('Save again')}
        </button>
        <ExportButton label={t('Export everything')} />
      </div>
    </div>
  )
}
