import './demo-end.css'
import { type JSX, Show } from 'solid-js'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { defaultProvider } from '../../settings/providers/default-provider.ts'

/**
 * Behind the last words of the demo: on with a model of one's own. Where there is one already, to where a session
 * begins.
 */
export function DemoEnd(props: { session: OpenSession }): JSX.Element {
  const { state, openDialog } = useApp()
  const ended = () => {
    const view = props.session.view
    const last = view?.head.last
    if (view?.config.model.providerId !== DEMO_PROVIDER.id || last?.role !== 'assistant') return false
    return last.settled && last.status === 'complete' && last.calls === 0 && view.queue.length === 0
  }
  const goOn = (): void => {
    if (defaultProvider(state)) location.hash = '#/'
    else openDialog('add-provider')
  }
  return (
    <Show when={ended()}>
      <div class="demo-end">
        <button type="button" class="button primary" onClick={goOn}>
          {t('Try this with your own model')}
        </button>
      </div>
    </Show>
  )
}
