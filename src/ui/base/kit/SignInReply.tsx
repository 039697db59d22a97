import { createSignal, type JSX, onMount, Show } from 'solid-js'
import { said } from '../words/said.ts'
import { t } from '../words/t.ts'
import { Dialog } from './Dialog.tsx'

/** The page to which a sign-in returns: passes its address on and shows the outcome. */
export function SignInReply(props: {
  /**
   * Returns the message, and whether a window that was opened for the sign-in may close. An error is shown and can be
   * retried.
   */
  finish: (query: string) => Promise<{ message: string; closes: boolean }>
  onClose: () => void
}): JSX.Element {
  const query = location.search.slice(1)
  const [outcome, setOutcome] = createSignal<{ ok: boolean; message: string }>()
  const finish = async (): Promise<void> => {
    setOutcome()
    try {
      const { message, closes } = await props.finish(query)
      forget()
      setOutcome({ ok: true, message })
      // a window that was opened for this has done its work; any other stays open
      if (closes) window.close()
    } catch (error) {
      // the address stays: what went wrong may pass, and a reload tries again
      setOutcome({ ok: false, message: said(error instanceof Error ? error.message : String(error)) })
    }
  }
  onMount(() => void finish())
  const close = (): void => {
    forget()
    props.onClose()
  }
  return (
    <Dialog label={t('Sign-in')} onClose={close}>
      <p class="form-outcome" role="status" aria-label={t('Outcome')} data-ok={outcome()?.ok}>
        {outcome()?.message ?? t('Finishing the sign-in…')}
      </p>
      <Show when={outcome()}>
        {(done) => (
          <>
            <Show when={done().ok}>
              <p class="hint">{t('You can close this window or continue here.')}</p>
            </Show>
            <div class="row">
              <Show when={!done().ok}>
                <button type="button" class="button" onClick={() => void finish()}>
                  {t('Try again')}
                </button>
              </Show>
              <button type="button" class="button primary" autofocus onClick={close}>
                {done().ok ? t('Continue') : t('Leave')}
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
