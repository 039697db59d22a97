import { createSignal, type JSX, Show } from 'solid-js'
import type { VaultView } from '../../protocol/vault.ts'
import { messageOf } from '../state/message-of.ts'
import { useVault } from '../state/vault.ts'

/** Takes the passphrase. It goes to this tab's own worker, and is not kept in the page. */
export function UnlockForm(props: { onOpen?: (view: VaultView) => void }): JSX.Element {
  const vault = useVault()
  const [problem, setProblem] = createSignal('')
  const [busy, setBusy] = createSignal(false)
  let field!: HTMLInputElement
  const unlock = async (): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      const view = await vault.unlock(field.value)
      props.onOpen?.(view)
      field.value = ''
    } catch (error) {
      setProblem(messageOf(error))
      field.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.value !== '') void unlock()
      }}
    >
      <input
        ref={field}
        type="password"
        aria-label="Passphrase"
        autocomplete="current-password"
        required
        maxlength={1024}
      />
      <button type="submit" class="button primary" disabled={busy()}>
        {busy() ? 'Unlocking…' : 'Unlock'}
      </button>
      <Show when={problem()}>
        {(words) => (
          <span role="alert" class="problem">
            {words()}
          </span>
        )}
      </Show>
    </form>
  )
}
