import './service.css'
import { createSignal, type JSX, Show } from 'solid-js'
import { addressAtReader, parseReaderTemplate } from '../../../settings/reader-service.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork, type Outcome } from '../../base/state/create-work.ts'
import { addressWords } from '../../base/words/address-words.ts'
import { t } from '../../base/words/t.ts'
import type { KnownService } from './known-services.ts'
import { KeyField, ServiceFoot } from './ServiceFields.tsx'
import { isSameOrigin } from './same-origin.ts'

type Template = { template: string }

/** The address at which the service returns an example page. */
const pageAt = (template: string): string => addressAtReader(template, 'https://example.org/')

/**
 * A service through which pages are fetched, at an address with a place for the page’s; an empty address: none.
 * `known`: one that works at a press, and what it sees.
 */
export function PassingService(props: {
  title: string
  hint: string
  emptyHint: string
  known: KnownService
  saved: (Template & { hasKey: boolean }) | null
  test: (service: Template, key: string) => Promise<Outcome>
  save: (service: Template | null, key: string) => Promise<unknown>
  onChange: () => void
}): JSX.Element {
  const work = createWork()
  const [template, setTemplate] = createSignal(props.saved?.template ?? '')
  const [key, setKey] = createSignal('')
  const [problem, setProblem] = createSignal<string>()
  const change = (text: string): void => {
    setTemplate(text)
    setProblem(undefined)
  }
  /** undefined: invalid; the problem is shown beside the field. */
  const service = (): Template | null | undefined => {
    if (template().trim() === '') return null
    const parsed = parseReaderTemplate(template())
    if (typeof parsed === 'string') return { template: parsed }
    setProblem(addressWords(parsed.problem))
    return undefined
  }
  const test = (): void => {
    const now = service()
    if (now === null) setProblem(t('Enter an address first.'))
    if (now) void work.run(() => props.test(now, key()))
  }
  const save = (): void => {
    const now = service()
    if (now === undefined) return
    void work.run(async () => {
      await props.save(now, key())
      setKey('')
      props.onChange()
      return { ok: true, message: t('Saved.') }
    })
  }
  return (
    <section class="service" aria-label={props.title}>
      <h3>{props.title}</h3>
      <p class="hint">{props.hint}</p>
      <Show when={template().trim() === ''}>
        <p class="hint">
          {props.known.words}{' '}
          <button
            type="button"
            class="button small"
            disabled={work.busy()}
            onClick={() => {
              change(props.known.template)
              save()
            }}
          >
            {t('Use {service}', { service: props.known.name })}
          </button>
        </p>
      </Show>
      <TextField
        label={t('Address')}
        value={template()}
        problem={problem()}
        placeholder={props.known.template}
        hint={props.emptyHint}
        onInput={change}
      />
      <KeyField
        label={t('Key')}
        value={key()}
        kept={props.saved?.hasKey === true}
        stays={isSameOrigin(pageAt(template().trim()), pageAt(props.saved?.template ?? ''))}
        onInput={setKey}
      />
      <ServiceFoot outcome={work.outcome()} busy={work.busy()} onTest={test} onSave={save} />
    </section>
  )
}
