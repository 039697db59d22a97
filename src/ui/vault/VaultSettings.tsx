import { createSignal, For, type JSX, Match, onMount, Show, Switch } from 'solid-js'
import type { VaultView } from '../../protocol/vault.ts'
import { messageOf } from '../state/message-of.ts'
import { useVault } from '../state/vault.ts'
import { UnlockForm } from './UnlockForm.tsx'

const SHORTEST = 12
const TIMES: readonly [number | null, string][] = [
  [null, 'when the tabs are closed'],
  [5, 'after 5 minutes without use'],
  [30, 'after 30 minutes without use'],
  [240, 'after 4 hours without use'],
]

/** The passphrase that the API keys may be kept behind. */
export function VaultSettings(): JSX.Element {
  const vault = useVault()
  const [view, setView] = createSignal<VaultView | null>(null)
  const [problem, setProblem] = createSignal('')
  const [changing, setChanging] = createSignal(false)
  const [sure, setSure] = createSignal(false)
  const act = async (work: () => Promise<VaultView>): Promise<void> => {
    setProblem('')
    try {
      setView(await work())
      setChanging(false)
      setSure(false)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  onMount(() => void act(vault.view))
  const set = (passphrase: string | null) => (): Promise<VaultView> =>
    vault.setPassphrase(passphrase, view()?.lockAfter ?? null)
  return (
    <section aria-labelledby="vault-title">
      <h3 id="vault-title">Passphrase for API keys</h3>
      <p class="hint">
        It protects the keys from whoever gets this disk or this browser profile while Reflexor is locked. It does not
        protect them from malware or a script that runs while they are unlocked, and it does not hide your
        conversations.
      </p>
      <Switch>
        <Match when={view()?.state === 'none' || changing()}>
          <NewPassphrase onSet={(passphrase) => void act(set(passphrase))} />
        </Match>
        <Match when={view()?.state === 'locked'}>
          <UnlockForm onOpen={setView} />
          <p class="hint">Nobody can give a forgotten passphrase back. Your sessions stay; the keys are given up.</p>
          <button
            type="button"
            class="button ghost"
            onClick={() => (sure() ? void act(vault.giveUpKeys) : setSure(true))}
          >
            {sure() ? 'Give up all keys? Press again' : 'I forgot it: give up all keys'}
          </button>
        </Match>
        <Match when={view()?.state === 'open'}>
          <label>
            Lock{' '}
            <select
              aria-label="Lock the keys"
              onChange={(event) => {
                const [lockAfter] = TIMES[event.currentTarget.selectedIndex] ?? [null]
                void act(() => vault.setLockAfter(lockAfter))
              }}
            >
              <For each={TIMES}>
                {([minutes, words]) => <option selected={view()?.lockAfter === minutes}>{words}</option>}
              </For>
            </select>
          </label>
          <div class="row">
            <button type="button" class="button" onClick={() => void act(vault.lock)}>
              Lock now
            </button>
            <button type="button" class="button" onClick={() => setChanging(true)}>
              Change passphrase
            </button>
            <button type="button" class="button" onClick={() => void act(set(null))}>
              Remove passphrase
            </button>
          </div>
        </Match>
      </Switch>
      <Show when={problem()}>{(words) => <p role="alert">{words()}</p>}</Show>
    </section>
  )
}

function NewPassphrase(props: { onSet: (passphrase: string) => void }): JSX.Element {
  const [problem, setProblem] = createSignal('')
  let first!: HTMLInputElement
  let second!: HTMLInputElement
  const check = (): string => {
    if (first.value.length < SHORTEST) return `Use at least ${SHORTEST} characters: several words are best.`
    return first.value === second.value ? '' : 'The two are not the same.'
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(check())
        if (problem() !== '') return
        props.onSet(first.value)
        first.value = ''
        second.value = ''
      }}
    >
      <input
        ref={first}
        class="input"
        type="password"
        aria-label="New passphrase"
        placeholder="New passphrase"
        autocomplete="new-password"
        maxlength={1024}
      />
      <input
        ref={second}
        class="input"
        type="password"
        aria-label="Repeat passphrase"
        placeholder="Repeat it"
        autocomplete="new-password"
        maxlength={1024}
      />
      <button type="submit" class="button">
        Set passphrase
      </button>
      <Show when={problem()}>{(words) => <span role="alert">{words()}</span>}</Show>
    </form>
  )
}
