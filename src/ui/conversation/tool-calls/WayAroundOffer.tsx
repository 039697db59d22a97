import './tool-decision.css'
import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { useServices } from '../../base/state/services.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { knownReader, knownRelay } from '../../settings/services/known-services.ts'
import { createServices } from '../../settings/services/services.ts'
import type { Way } from './way-around.ts'

/**
 * On the card of a call that failed because a site allows no browser: a service that gets past that, at one press, and
 * what it sees. Renders nothing if such a service is set.
 */
export default function WayAroundOffer(props: { way: Way }): JSX.Element {
  const { actions, openDialog } = useApp()
  const asks = useServices()
  const { services, reload } = createServices()
  const work = createWork()
  const known = () => (props.way === 'reader' ? knownReader() : knownRelay())
  const hasNone = () => services.state === 'ready' && services()[props.way] === null
  const use = () =>
    work.run(async () => {
      const service = { template: known().template }
      await (props.way === 'reader' ? asks.saveReader(service, '') : asks.saveRelay(service, ''))
      reload()
      return { ok: true, message: '' }
    })
  const tryAgain = (): void => {
    work.say(null)
    actions.say(t('Try again: {service} can be used now.', { service: known().name }))
  }
  return (
    <Show when={hasNone() || work.busy() || work.outcome()}>
      <div class="tool-decision">
        <Show
          when={work.outcome()?.ok}
          fallback={
            <>
              <p class="tool-words">{known().words}</p>
              <button type="button" class="button small" disabled={work.busy()} onClick={() => void use()}>
                {t(props.way === 'reader' ? 'Fetch such pages through {service}' : 'Use {service} for git', {
                  service: known().name,
                })}
              </button>
              <button type="button" class="button small ghost" onClick={() => openDialog({ settings: 'Services' })}>
                {t('Other service…')}
              </button>
            </>
          }
        >
          <button type="button" class="button small" onClick={tryAgain}>
            {t('Ask to try again')}
          </button>
        </Show>
        <p class="tool-words" role="status">
          <Show when={work.outcome()}>
            {(outcome) =>
              outcome().ok
                ? t('{service} is used from the next try on.', { service: known().name })
                : said(outcome().message)
            }
          </Show>
        </p>
      </div>
    </Show>
  )
}
