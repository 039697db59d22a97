import { useAsk } from '../../base/state/ask.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import './unlock-form.css'
import { type JSX, Show } from 'solid-js'
import type { VaultView } from '../../../protocol/vault.ts'
import { createWork } from '../../base/state/create-work.ts'
import { t } from '../../base/words/t.ts'

/** Takes the passphrase, sends it to this tab’s own worker, and does not keep it in the page. */
export function UnlockForm(props: { onOpen?: (view: VaultView) => void }): JSX.Element {
  const ask = useAsk()
  const work = createWork()
  let field!: HTMLInputElement
  const unlock = async (): Promise<void> => {
    const failed = await work.run(async () => {
      const view = await ask({ kind: 'unlock-vault', passphrase: field.value })
      props.onOpen?.(view)
      field.value = ''
      return null
    })
    if (failed !== null) field.select()
  }
  return (
    <form
      class="row unlock-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.value !== '') void unlock()
      }}
    >
      <input
        ref={field}
        type="password"
        class="input"
        aria-label={t('Passphrase')}
        placeholder={t('Passphrase')}
        autocomplete="current-password"
        required
        maxlength={1024}
      />
      <button type="submit" class="button primary" disabled={work.busy()}>
        {work.busy() ? t('Unlocking…') : t('Unlock')}
      </button>
      <Show when={work.outcome()}>
        {(failure) => (
          <span role="alert" class="problem">
            {showHidden(failure().message)}
          </span>
        )}
      </Show>
    </form>
  )
}
