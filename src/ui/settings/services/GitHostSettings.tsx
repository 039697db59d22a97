import './service.css'
import { createSignal, type JSX } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { parseBaseUrl } from '../../../settings/base-url.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork } from '../../base/state/create-work.ts'
import { useServices } from '../../base/state/services.ts'
import { addressWords } from '../../base/words/address-words.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { KeyField } from './ServiceFields.tsx'
import { isSameOrigin } from './same-origin.ts'

const EXAMPLE = 'https://github.com'

/** The login for git at one host; an empty address: none. */
export function GitHostSettings(props: { services: Services; onChange: () => void }): JSX.Element {
  const services = useServices()
  const work = createWork()
  const saved = () => props.services.gitHost
  const [address, setAddress] = createSignal(saved()?.baseUrl ?? '')
  const [user, setUser] = createSignal(saved()?.user ?? '')
  const [token, setToken] = createSignal('')
  const [throughRelay, setThroughRelay] = createSignal(saved()?.throughRelay ?? false)
  const [problem, setProblem] = createSignal<string>()
  const save = (): void => {
    const text = address().trim()
    const baseUrl = text === '' ? null : parseBaseUrl(text)
    if (baseUrl !== null && typeof baseUrl !== 'string') {
      setProblem(addressWords(baseUrl.problem))
      return
    }
    const host = baseUrl === null ? null : { baseUrl, user: user().trim(), throughRelay: throughRelay() }
    void work.run(async () => {
      await services.saveGitHost(host, token())
      setToken('')
      props.onChange()
      return { ok: true, message: t('Saved.') }
    })
  }
  return (
    <section class="service" aria-label={t('Git host')}>
      <h3>{t('Git host')}</h3>
      <p class="hint">
        {t('Your login for private repositories and for git push. You are asked before commits leave.')}
      </p>
      <TextField
        label={t('Address')}
        value={address()}
        problem={problem()}
        placeholder={EXAMPLE}
        hint={t('Empty: no login.')}
        onInput={(text) => {
          setAddress(text)
          setProblem(undefined)
        }}
      />
      <TextField label={t('User name')} value={user()} onInput={setUser} />
      <KeyField
        label={t('Token')}
        value={token()}
        kept={saved()?.hasKey === true}
        stays={isSameOrigin(address().trim(), saved()?.baseUrl ?? '')}
        onInput={setToken}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={throughRelay()}
          onChange={(event) => setThroughRelay(event.currentTarget.checked)}
        />
        <span>{t('Send the token through the relay, too. The relay can read it.')}</span>
      </label>
      <div class="service-foot">
        <p class="form-outcome" role="status" aria-label={t('Outcome')} data-ok={work.outcome()?.ok}>
          {work.outcome() && said(work.outcome()?.message ?? '')}
        </p>
        <button type="button" class="button primary" disabled={work.busy()} onClick={save}>
          {t('Save')}
        </button>
      </div>
    </section>
  )
}
