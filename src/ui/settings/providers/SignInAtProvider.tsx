import './sign-in-at-provider.css'
import { createEffect, createSignal, type JSX, Show } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import { openWindow, redirectUrl } from '../../base/kit/sign-in-window.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { useProviders } from '../../base/state/providers.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import type { ProviderForm } from './create-provider-form.ts'
import { createSignedIn } from './signed-in.ts'

/** OpenRouter’s own choice among its models. */
const ANY_MODEL = 'openrouter/auto'

/**
 * Gets a key without pasting: a page of the provider asks the person and returns them to a page of ours, which stores
 * the key. `onDone`: the key of the requested provider is stored.
 */
export default function SignInAtProvider(props: {
  form: ProviderForm
  onDone: (provider: ProviderView) => void
}): JSX.Element {
  const { state } = useApp()
  const providers = useProviders()
  const work = createWork()
  // `keyed`: it had a key before, so the list of providers doesn’t show whether it has a new one
  type Waiting = { id: string; address: string; blocked: boolean; keyed: boolean }
  const [waiting, setWaiting] = createSignal<Waiting | null>(null)
  const withKey = (id: string | undefined): ProviderView | undefined =>
    state.providers?.find((provider) => provider.id === id && provider.hasKey)
  createEffect(() => {
    const there = waiting()
    const found = there?.keyed === false ? withKey(there.id) : undefined
    if (found !== undefined) props.onDone({ ...found })
  })
  createSignedIn((id) =>
    setWaiting((there) => (there !== null && there.id === id ? { ...there, keyed: false } : there)),
  )
  const begin = (): void => {
    const { form } = props
    if (form.fields().model.trim() === '') form.change({ model: ANY_MODEL })
    if (!form.accepted({ model: true, key: false })) return
    // opened in the click itself: later, the browser would block it as a pop-up
    const opened = openWindow()
    void work.run(async () => {
      try {
        const provider = form.provider()
        const { address } = await providers.beginSignIn(provider, redirectUrl())
        setWaiting({ id: provider.id, address, blocked: opened === null, keyed: withKey(provider.id) !== undefined })
        opened?.location.replace(address)
      } catch (error) {
        opened?.close()
        throw error
      }
      return null
    })
  }
  return (
    <div class="provider-sign-in">
      <button type="button" class="button" disabled={work.busy()} onClick={begin}>
        {t('Sign in with OpenRouter')}
      </button>
      <Show
        when={waiting()}
        fallback={
          <p class="hint">{t('OpenRouter then creates a key for this app. You don’t need to paste one below.')}</p>
        }
      >
        {(there) => (
          <p role="status" aria-label={t('Sign-in')} class="hint">
            {there().blocked ? t('The browser didn’t open a window for it.') : t('Waiting for you to confirm there.')}{' '}
            <a href={there().address} target="_blank" rel="noopener noreferrer">
              {t('Open the sign-in page of {host}', { host: new URL(there().address).host })}
            </a>
          </p>
        )}
      </Show>
      <Show when={work.outcome()}>{(outcome) => <p class="field-error">{said(outcome().message)}</p>}</Show>
    </div>
  )
}
