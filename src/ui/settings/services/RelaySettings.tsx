import type { JSX } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { useServices } from '../../base/state/services.ts'
import { t } from '../../base/words/t.ts'
import { knownRelay } from './known-services.ts'
import { PassingService } from './PassingService.tsx'

/** The relay that passes on what a browser may not fetch, as it is. */
export function RelaySettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  return (
    <PassingService
      title={t('Relay')}
      hint={t(
        'For git and downloads from hosts that keep browsers out, such as GitHub. A relay sees all that goes through it: addresses, files, commits. Your own is best.',
      )}
      emptyHint={t('Use {url}, {encoded} or {bare} (without https://) for the address. Empty: no relay.', {
        url: '{url}',
        encoded: '{encoded}',
        bare: '{bare}',
      })}
      known={knownRelay()}
      saved={props.services.relay}
      test={services.testRelay}
      save={services.saveRelay}
      onChange={props.onChange}
    />
  )
}
