import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import type { Failure } from '../../../agent/content.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('../../settings/models/ModelDialog.tsx'))

/**
 * Button per failure that the provider causes. It opens the provider's settings, whose "Test" says what is wrong and
 * what to do.
 */
const LABELS: Partial<Record<Failure['kind'], PlainPhrase>> = {
  'bad-key': 'Fix key',
  'no-credit': 'Change key',
  network: 'Check connection',
  'not-found': 'Check connection',
  'broken-stream': 'Check connection',
}

const KEY: ReadonlySet<Failure['kind']> = new Set(['bad-key', 'no-credit'])

/** Start of the worker's message that today's cost limit is reached (worker/ports/connect.ts). */
const DAY_IS_OVER = /^Today's limit over all sessions/

/** Ways out of a failure other than "Ask again": fix the connection, or choose another model. */
export default function FailureHelp(props: {
  failure: Failure
  providerId: string | null
  model: Config['model'] | null
}): JSX.Element {
  const { state, actions, openDialog } = useApp()
  const [choosing, setChoosing] = createSignal(false)
  const provider = () => state.providers?.find(({ id }) => id === props.providerId)
  return (
    <>
      <Show when={LABELS[props.failure.kind]}>
        {(label) => (
          <Show when={provider()}>
            {(found) => (
              <button
                type="button"
                class="button"
                onClick={() =>
                  openDialog({ edit: { ...found(), models: [...found().models] }, key: KEY.has(props.failure.kind) })
                }
              >
                {t(label())}
              </button>
            )}
          </Show>
        )}
      </Show>
      <Show when={props.failure.kind === 'config' && state.providers?.length === 0}>
        <button type="button" class="button" onClick={() => openDialog('add-provider-here')}>
          {t('Add provider')}
        </button>
      </Show>
      <Show when={DAY_IS_OVER.test(props.failure.message)}>
        <button type="button" class="button" onClick={() => openDialog({ settings: 'Usage' })}>
          {t('Raise the limit')}
        </button>
      </Show>
      <Show when={props.model}>
        {(model) => (
          <>
            <button type="button" class="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
              {t('Switch model and retry')}
            </button>
            <Suspense>
              <Show when={choosing()}>
                <ModelDialog
                  label={t('Switch model and retry')}
                  current={model()}
                  onPick={(choice) => {
                    // the outbox and the journal keep this order, so the retry asks the new model
                    actions.configure({ model: { ...model(), ...choice } })
                    actions.retry()
                  }}
                  onClose={() => setChoosing(false)}
                />
              </Show>
            </Suspense>
          </>
        )}
      </Show>
    </>
  )
}
