import { createEffect, createResource, createSignal, type JSX, on, Show } from 'solid-js'
import { TextField } from '../../base/kit/TextField.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'
import { copyText } from '../../rendering/copy-text.ts'

/** Slightly fewer characters than the largest QR code holds. */
const MOST_IN_PICTURE = 2900

/**
 * The recovery code, as text and as a QR code, with everything another device needs. It leaves the worker only when the
 * person asks for it.
 */
export function RecoveryCode(props: { shown: boolean }): JSX.Element {
  const ask = useAsk()
  const [passphrase, setPassphrase] = createSignal('')
  // the passphrase that protects the shown code; null: none
  const [around, setAround] = createSignal<string | null>(props.shown ? '' : null)
  const [made, { refetch }] = createResource(around, async (words) => {
    const [code, { encode }] = await Promise.all([ask({ kind: 'make-code', passphrase: words }), import('uqr')])
    return { code, picture: code.length > MOST_IN_PICTURE ? null : pathOf(encode(code, { ecc: 'L', border: 2 })) }
  })
  const hide = (): void => {
    setAround(null)
    setPassphrase('')
  }
  // otherwise a code without the passphrase in the field would look protected
  const isAsked = () => around() === passphrase()
  const shown = () => (!isAsked() || made.loading || made.error ? undefined : made.latest)
  const make = (): void => void (isAsked() ? refetch() : setAround(passphrase()))
  let section: HTMLElement | undefined
  // content above it pushes it out of view, and without it everything there is lost with this device
  createEffect(
    on(shown, (code) => {
      if (props.shown && code !== undefined) section?.scrollIntoView({ block: 'start' })
    }),
  )
  return (
    <section class="service" aria-label={t('Recovery code')} ref={section}>
      <h3>{t('Recovery code')}</h3>
      <p class="hint">
        {t(
          'Use it to connect another device, or to recover if you lose this one. Scan it with a phone’s camera and copy the text. Anyone who has it can read everything in the storage, so keep it as safe as a key. With a passphrase, the code alone is useless.',
        )}
      </p>
      <TextField label={t('Passphrase (optional)')} secret value={passphrase()} onInput={setPassphrase} />
      <Show when={made.error}>
        {(error) => (
          <p class="field-error" role="alert">
            {messageOf(error())}
          </p>
        )}
      </Show>
      <Show when={shown()}>
        {(recovery) => (
          <>
            <Show when={recovery().picture}>
              {(picture) => (
                <svg
                  class="recovery-picture"
                  role="img"
                  aria-label={t('Recovery code as a QR code')}
                  viewBox={picture().box}
                >
                  <path d={picture().path} />
                </svg>
              )}
            </Show>
            <pre class="recovery-text" tabindex="0">
              {recovery().code}
            </pre>
          </>
        )}
      </Show>
      <div class="row">
        <button type="button" class="button small" onClick={make}>
          {isAsked() ? t('New code') : t('Show recovery code')}
        </button>
        <Show when={shown()}>
          {(recovery) => (
            <>
              <button
                type="button"
                class="button small"
                onClick={(event) => void copyText(event.currentTarget, recovery().code)}
              >
                {t('Copy')}
              </button>
              <button type="button" class="button small ghost" onClick={hide}>
                {t('Hide')}
              </button>
            </>
          )}
        </Show>
      </div>
    </section>
  )
}

/** A single path for all dark squares: an element for each would be tens of thousands. */
function pathOf({ data, size }: { data: boolean[][]; size: number }): { path: string; box: string } {
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), box: `0 0 ${size} ${size}` }
}
