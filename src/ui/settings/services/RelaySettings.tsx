import type { JSX } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { useServices } from '../../base/state/services.ts'
import { t } from '../../base/words/t.ts'
import { PassingService } from './PassingService.tsx'

/** A public one of the makers of isomorphic-git, for git only. */
const KNOWN = 'https://cors.isomorphic-git.org/{bare}'

/** The relay that passes on what a browser may not fetch, as it is. */
export function RelaySettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  const { host } = new URL(KNOWN)
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
      known={{
        name: host,
        template: KNOWN,
        words: t('{host} is public and passes on git only. It sees the repositories, your commits, not your token.', {
          host,
        }),
      }}
      saved={props.services.relay}
      test={services.testRelay}
      save={services.saveRelay}
      onChange={props.onChange}
    />
  )
}
