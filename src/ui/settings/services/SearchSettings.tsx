import './service.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { SEARCH_BASE_URL, SEARCH_KINDS, type SearchKind } from '../../../settings/search-provider.ts'
import { Field } from '../../base/kit/Field.tsx'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork } from '../../base/state/create-work.ts'
import { useServices } from '../../base/state/services.ts'
import { t } from '../../base/words/t.ts'
import { KeyField, ServiceFoot } from './ServiceFields.tsx'
import { isSameOrigin } from './same-origin.ts'

const LABELS: Record<SearchKind, string> = {
  tavily: 'Tavily',
  brave: 'Brave Search',
  exa: 'Exa',
  searxng: 'SearXNG',
}

/** The service for `search_web`; without one the tool says so. */
export function SearchSettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  const work = createWork()
  const stored = props.services.search
  const [kind, setKind] = createSignal<SearchKind | 'none'>(stored?.kind ?? 'none')
  const [baseUrl, setBaseUrl] = createSignal(stored?.baseUrl ?? '')
  const [key, setKey] = createSignal('')
  const choose = (next: SearchKind | 'none'): void => {
    setKind(next)
    setBaseUrl(next === 'none' ? '' : SEARCH_BASE_URL[next])
    work.say(null)
  }
  const provider = () => {
    const now = kind()
    return now === 'none' ? null : { kind: now, baseUrl: baseUrl().trim() }
  }
  const test = (): void =>
    void work.run(async () => {
      const now = provider()
      if (!now) return { ok: false, message: t('Choose a service first.') }
      return services.testSearch(now, key())
    })
  const save = (): void =>
    void work.run(async () => {
      await services.saveSearch(provider(), key())
      setKey('')
      props.onChange()
      return { ok: true, message: t('Saved.') }
    })
  return (
    <section class="service" aria-label={t('Web search')}>
      <h3>{t('Web search')}</h3>
      <Field
        label={t('Service')}
        problem={undefined}
        hint={t(
          'Used when the agent searches the web. Without one it asks to search Wikipedia, OpenAlex, GitHub and others, which need no key.',
        )}
      >
        {(ids) => (
          <select
            id={ids.id}
            class="select"
            value={kind()}
            onChange={(event) => choose(event.currentTarget.value as SearchKind | 'none')}
          >
            <option value="none">{t('None')}</option>
            <For each={SEARCH_KINDS}>{(item) => <option value={item}>{LABELS[item]}</option>}</For>
          </select>
        )}
      </Field>
      <Show when={kind() !== 'none'}>
        <TextField
          label={t('Base URL')}
          value={baseUrl()}
          hint={t('If the service blocks browsers, enter the address of a proxy that allows them.')}
          onInput={setBaseUrl}
        />
        <KeyField
          label={t('API key')}
          value={key()}
          kept={props.services.search?.hasKey === true}
          stays={isSameOrigin(baseUrl().trim(), props.services.search?.baseUrl ?? '')}
          onInput={setKey}
        />
      </Show>
      <ServiceFoot outcome={work.outcome()} busy={work.busy()} onTest={test} onSave={save} />
    </section>
  )
}
