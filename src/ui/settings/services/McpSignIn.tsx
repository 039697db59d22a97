import './mcp-sign-in.css'
import { createEffect, createSignal, type JSX, Match, onCleanup, Show, Switch } from 'solid-js'
import type { McpServerView } from '../../../protocol/services.ts'
import { openWindow, redirectUrl } from '../../base/kit/sign-in-window.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork } from '../../base/state/create-work.ts'
import { useMcpServers } from '../../base/state/services.ts'
import { said } from '../../base/words/said.ts'
import { parts, t } from '../../base/words/t.ts'
import { KeyField } from './ServiceFields.tsx'

type Step =
  | { type: 'none' }
  /** The person gives consent in another window; `blocked`: the browser did not open it. */
  | { type: 'waiting'; address: string; at: string; blocked: boolean }
  | { type: 'client-id-wanted'; at: string; why: string }

/**
 * Sign-in at a server: a page of the server’s authority asks the person and returns them to a page of ours, which
 * finishes the sign-in.
 */
export function McpSignIn(props: { server: McpServerView; onChange: () => void }): JSX.Element {
  const servers = useMcpServers()
  const work = createWork()
  const [step, setStep] = createSignal<Step>({ type: 'none' })
  const [clientId, setClientId] = createSignal('')
  const [clientSecret, setClientSecret] = createSignal('')
  const serverId = () => props.server.id
  const at = <Type extends Step['type']>(type: Type) => {
    const now = step()
    return now.type === type ? (now as Extract<Step, { type: Type }>) : undefined
  }
  createEffect(() => {
    if (props.server.signIn === 'in') setStep({ type: 'none' })
  })
  // a person who returns from the other window wants to see the result
  const look = (): void => {
    if (step().type === 'waiting') props.onChange()
  }
  window.addEventListener('focus', look)
  onCleanup(() => window.removeEventListener('focus', look))

  const typed = () => ({
    clientId: clientId().trim(),
    ...(clientSecret().trim() === '' ? {} : { clientSecret: clientSecret().trim() }),
  })
  const begin = (): void => {
    // opened in the click itself: later, the browser would block it as a pop-up
    const opened = openWindow()
    void work.run(async () => {
      try {
        const begun = await servers.beginSignIn(
          serverId(),
          redirectUrl(),
          step().type === 'client-id-wanted' ? typed() : {},
        )
        if (begun.type === 'go') {
          setStep({ ...begun, type: 'waiting', blocked: opened === null })
          setClientSecret('')
          opened?.location.replace(begun.address)
        } else {
          setStep(begun)
          opened?.close()
        }
      } catch (error) {
        opened?.close()
        throw error
      }
      return null
    })
  }
  const signOut = (): void =>
    void work.run(async () => {
      await servers.signOut(serverId())
      props.onChange()
      return null
    })
  const wantsPerson = () => props.server.signIn === 'wanted' || props.server.signIn === 'again'

  return (
    <div class="server-sign-in">
      <Switch>
        <Match when={props.server.signIn === 'in'}>
          <span class="hint">{t('Signed in at {host}', { host: hostOf(props.server.signedInAt) })}</span>
        </Match>
        <Match when={at('waiting')}>
          {(waiting) => (
            <p role="status" aria-label={t('Sign-in')} class="hint">
              {waiting().blocked
                ? t('The browser didn’t open a window for it.')
                : t('Waiting for you to confirm there.')}{' '}
              <a href={waiting().address} target="_blank" rel="noopener noreferrer">
                {t('Open the sign-in page of {host}', { host: hostOf(waiting().at) })}
              </a>
            </p>
          )}
        </Match>
        <Match when={at('client-id-wanted')}>
          {(wanted) => (
            <>
              <p role="status" aria-label={t('Sign-in')} class="hint">
                {said(wanted().why)}{' '}
                {parts(
                  'Register an app at {host} with the redirect address {address}, then enter the client ID you get.',
                  {
                    host: hostOf(wanted().at),
                    address: <code>{redirectUrl()}</code>,
                  },
                )}
              </p>
              <TextField label={t('Client ID')} value={clientId()} onInput={setClientId} />
              <KeyField
                label={t('Client secret (if any)')}
                value={clientSecret()}
                kept={false}
                onInput={setClientSecret}
              />
            </>
          )}
        </Match>
      </Switch>
      <Show when={wantsPerson()}>
        <button
          type="button"
          class="button small"
          classList={{ primary: step().type !== 'waiting' }}
          disabled={work.busy() || (step().type === 'client-id-wanted' && clientId().trim() === '')}
          onClick={begin}
        >
          {work.busy() ? t('Asking…') : props.server.signIn === 'again' ? t('Sign in again') : t('Sign in')}
        </button>
      </Show>
      <Show when={props.server.signIn === 'in' || (props.server.signIn === 'again' && step().type === 'none')}>
        <button type="button" class="button small ghost" disabled={work.busy()} onClick={signOut}>
          {t('Sign out')}
        </button>
      </Show>
      <Show when={work.outcome()}>{(outcome) => <p class="field-error">{said(outcome().message)}</p>}</Show>
    </div>
  )
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin)
