import './service.css'
import { createSignal, type JSX, Show } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { addressAtReader, parseReaderTemplate } from '../../../settings/reader-service.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork } from '../../base/state/create-work.ts'
import { useServices } from '../../base/state/services.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { KeyField, ServiceFoot } from './ServiceFields.tsx'
import { isSameOrigin } from './same-origin.ts'

/** Works without a key for a few pages a minute. */
const KNOWN = { name: 'Jina', template: 'https://r.jina.ai/{url}' }

/** The address at which the service returns an example page. */
const pageAt = (template: string): string => addressAtReader(template, 'https://example.org/')

/** The service that fetches pages which a browser can’t read; an empty address: none. */
export function ReaderSettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  const work = createWork()
  const [template, setTemplate] = createSignal(props.services.reader?.template ?? '')
  const [key, setKey] = createSignal('')
  const [problem, setProblem] = createSignal<string>()
  const change = (text: string): void => {
    setTemplate(text)
    setProblem(undefined)
  }
  /** undefined: invalid; the problem is shown beside the field. */
  const service = (): { template: string } | null | undefined => {
    if (template().trim() === '') return null
    const parsed = parseReaderTemplate(template())
    if (typeof parsed === 'string') return { template: parsed }
    setProblem(said(parsed.problem))
    return undefined
  }
  const test = (): void => {
    const now = service()
    if (now === null) setProblem(t('Enter an address first.'))
    if (now) void work.run(() => services.testReader(now, key()))
  }
  const save = (): void => {
    const now = service()
    if (now === undefined) return
    void work.run(async () => {
      await services.saveReader(now, key())
      setKey('')
      props.onChange()
      return { ok: true, message: t('Saved.') }
    })
  }
  return (
    <section class="service" aria-label={t('Reader service')}>
      <h3>{t('Reader service')}</h3>
      <p class="hint">
        {t(
          'For pages that browsers aren’t allowed to read. This service sees the addresses of the pages it fetches and follows their redirects.',
        )}
      </p>
      <Show when={template().trim() === ''}>
        <p class="hint">
          {t('{host} works without a key. It sees the address of each page, not your conversation.', {
            host: new URL(KNOWN.template).host,
          })}{' '}
          <button
            type="button"
            class="button small"
            disabled={work.busy()}
            onClick={() => {
              change(KNOWN.template)
              save()
            }}
          >
            {t('Use {service}', { service: KNOWN.name })}
          </button>
        </p>
      </Show>
      <TextField
        label={t('Address')}
        value={template()}
        problem={problem()}
        placeholder={KNOWN.template}
        hint={t('Use {url} or {encoded} for the page’s address. Empty: no reader service.', {
          url: '{url}',
          encoded: '{encoded}',
        })}
        onInput={change}
      />
      <KeyField
        label={t('Key')}
        value={key()}
        kept={props.services.reader?.hasKey === true}
        stays={isSameOrigin(pageAt(template().trim()), pageAt(props.services.reader?.template ?? ''))}
        onInput={setKey}
      />
      <ServiceFoot outcome={work.outcome()} busy={work.busy()} onTest={test} onSave={save} />
    </section>
  )
}
