import { createSignal, type JSX, onMount, Show } from 'solid-js'
import { Dialog } from '../kit/Dialog.tsx'
import { useApp } from '../state/app-context.ts'
import type { Outcome } from '../state/create-work.ts'
import { messageOf } from '../state/message-of.ts'
import { useMcpServers } from '../state/services.ts'

/** The page that an authority sent the person back to: hands what stands in its address to the worker, and says how it went. */
export default function McpSignInReply(props: { onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const servers = useMcpServers()
  const query = location.search.slice(1)
  const [outcome, setOutcome] = createSignal<Outcome>()
  const finish = async (): Promise<void> => {
    setOutcome()
    try {
      const { server, at, ok, message } = await servers.finishSignIn(query)
      forget()
      setOutcome({ ok: true, message: `You are signed in to ${server} at ${new URL(at).host}. ${message}` })
      // a window that was opened for this has done its work; any other stays open, and so does one that runs the sessions meanwhile
      if (ok && state.role !== 'writer') window.close()
    } catch (error) {
      // the address stays: what went wrong may pass, and a reload tries again
      setOutcome({ ok: false, message: messageOf(error) })
    }
  }
  onMount(() => void finish())
  const close = (): void => {
    forget()
    props.onClose()
  }
  return (
    <Dialog label="Sign-in" onClose={close}>
      <p class="form-outcome" role="status" aria-label="Outcome" data-ok={outcome()?.ok}>
        {outcome()?.message ?? 'Finishing the sign-in…'}
      </p>
      <Show when={outcome()}>
        {(done) => (
          <>
            <Show when={done().ok}>
              <p class="hint">You can close this window, or go on here.</p>
            </Show>
            <div class="row">
              <Show when={!done().ok}>
                <button type="button" class="button" onClick={() => void finish()}>
                  Try again
                </button>
              </Show>
              <button type="button" class="button primary" autofocus onClick={close}>
                {done().ok ? 'Go on' : 'Leave it'}
              </button>
            </div>
          </>
        )}
      </Show>
    </Dialog>
  )
}

/** A code is for one use: it need not stand in the history. */
function forget(): void {
  history.replaceState(null, '', location.pathname + location.hash)
}
