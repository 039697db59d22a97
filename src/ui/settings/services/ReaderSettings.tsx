import type { JSX } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { useServices } from '../../base/state/services.ts'
import { t } from '../../base/words/t.ts'
import { knownReader } from './known-services.ts'
import { PassingService } from './PassingService.tsx'

/** The service that fetches pages which a browser can’t read. */
export function ReaderSettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  return (
    <PassingService
      title={t('Reader service')}
      hint={t(
        'For pages that browsers aren’t allowed to read. This service sees the addresses of the pages it fetches and follows their redirects.',
      )}
      emptyHint={t('Use {url} or {encoded} for the page’s address. Empty: no reader service.', {
        url: '{url}',
        encoded: '{encoded}',
      })}
      known={knownReader()}
      saved={props.services.reader}
      test={services.testReader}
      save={services.saveReader}
      onChange={props.onChange}
    />
  )
}
