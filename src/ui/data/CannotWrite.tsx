import type { JSX } from 'solid-js'
import type { StorageFault } from '../../settings/storage-fault.ts'
import { useApp } from '../state/app-context.ts'
import { said } from '../words/said.ts'
import { t } from '../words/t.ts'
import ExportButton from './ExportButton.tsx'

/** The tab that has the lock cannot begin to write, and goes on trying: what can be done meanwhile, and what waits. */
export default function CannotWrite(props: { fault: StorageFault }): JSX.Element {
  const { actions } = useApp()
  const advice = () =>
    props.fault.kind === 'quota'
      ? t(
          'Deleting sessions has to be saved, too, so what helps now is free space on this device, or removing what other sites keep in this browser.',
        )
      : said(props.fault.advice)
  return (
    <div class="banner bad" role="alert">
      <div>
        <strong>{t('Cannot save: {why}', { why: said(props.fault.message) })}</strong>{' '}
        {t(
          'Nothing runs until that is over, and then it goes on by itself. All that is saved can be read and exported; what you write, send or delete meanwhile waits.',
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
