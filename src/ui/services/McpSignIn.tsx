import './mcp-sign-in.css'
import { createEffect, createSignal, type JSX, Match, onCleanup, Show, Switch } from 'solid-js'
import type { McpServerView } from '../../protocol/services.ts'
import { TextField } from '../kit/TextField.tsx'
import { createWork } from '../state/create-work.ts'
import { useMcpServers } from '../state/services.ts'
import { KeyField } from './ServiceFields.tsx'

type Step =
  | { type: 'none' }
  /** The person allows it in another window; `blocked`: the browser did not open one. */
  | { type: 'waiting'; address: string; at: string; blocked: boolean }
  | { type: 'client-id-wanted'; at: string; why: string }

/** Signing in at a server: a page of the server's authority asks the person, and sends them back to a page of ours, which finishes it. */
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
  // whoever comes back from the other window wants to see how it went
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
    // at once: later, the browser would take it for an advertisement
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
          <span class="hint">Signed in at {hostOf(props.server.signedInAt)}</span>
        </Match>
        <Match when={at('waiting')}>
          {(waiting) => (
            <p role="status" aria-label="Sign-in" class="hint">
              {waiting().blocked ? 'The browser opened no window for it. ' : 'Waiting for your word there. '}
              <a href={waiting().address} target="_blank" rel="noopener noreferrer">
                Open the sign-in page of {hostOf(waiting().at)}
              </a>
            </p>
          )}
        </Match>
        <Match when={at('client-id-wanted')}>
          {(wanted) => (
            <>
              <p role="status" aria-label="Sign-in" class="hint">
                {wanted().why} Register an app at {hostOf(wanted().at)} with the redirect address{' '}
                <code>{redirectUrl()}</code>, and enter the client ID that you get.
              </p>
              <TextField label="Client ID" value={clientId()} onInput={setClientId} />
              <KeyField
                label="Client secret, if there is one"
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
          {work.busy() ? 'Asking…' : props.server.signIn === 'again' ? 'Sign in again' : 'Sign in'}
        </button>
      </Show>
      <Show when={props.server.signIn === 'in' || (props.server.signIn === 'again' && step().type === 'none')}>
        <button type="button" class="button small ghost" disabled={work.busy()} onClick={signOut}>
          Sign out
        </button>
      </Show>
      <Show when={work.outcome()}>{(outcome) => <p class="field-error">{outcome().message}</p>}</Show>
    </div>
  )
}

/** Where the authority sends people back to: this app, under whatever path it is hosted. */
const redirectUrl = (): string => location.origin + location.pathname.replace(/index\.html$/, '')

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin)

/** A window of its own that knows nothing of this page; null: the browser opens none. */
function openWindow(): Window | null {
  const opened = window.open('', '_blank', 'popup,width=520,height=720')
  if (opened === null) return null
  // what it shows next could lead this page elsewhere
  opened.opener = null
  opened.document.title = 'Sign in'
  opened.document.body.textContent = 'Asking the server where one signs in…'
  return opened
}
