import { createEffect, createSignal, For, type JSX, Match, on, onMount, Show, Switch } from 'solid-js'
import type { VaultView } from '../../../protocol/vault.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { UnlockForm } from './UnlockForm.tsx'

const SHORTEST = 12
const TIMES: readonly [number | null, PlainPhrase][] = [
  [null, 'when all tabs are closed'],
  [5, 'after 5 minutes of inactivity'],
  [30, 'after 30 minutes of inactivity'],
  [240, 'after 4 hours of inactivity'],
]

/** The optional passphrase that protects the API keys. */
export function VaultSettings(): JSX.Element {
  const ask = useAsk()
  const { state } = useApp()
  const [view, setView] = createSignal<VaultView | null>(null)
  const [problem, setProblem] = createSignal('')
  const [changing, setChanging] = createSignal(false)
  const [sure, setSure] = createSignal(false)
  let newest = 0
  const show = (known: VaultView): void => {
    if (known.state !== 'open') setChanging(false)
    if (known.state !== 'locked') setSure(false)
    setView(known)
  }
  /** Shows the state that was read, unless something was started or done meanwhile. */
  const read = async (): Promise<void> => {
    newest += 1
    const own = newest
    try {
      const known = await ask({ kind: 'get-vault' })
      if (own === newest) show(known)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const act = async (work: () => Promise<VaultView>): Promise<void> => {
    newest += 1
    setProblem('')
    try {
      const known = await work()
      newest += 1
      setChanging(false)
      show(known)
    } catch (error) {
      // another tab may have locked it: then the unlock form is shown
      await read()
      setProblem(messageOf(error))
    }
  }
  onMount(() => void read())
  // another tab may have locked or unlocked it: then the preferences are read again and become a new object
  createEffect(
    on(
      () => state.preferences,
      () => void read(),
      { defer: true },
    ),
  )
  const set = (passphrase: string | null) => (): Promise<VaultView> =>
    ask({ kind: 'set-passphrase', passphrase, lockAfter: view()?.lockAfter ?? null })
  return (
    <section aria-labelledby="vault-title">
      <h3 id="vault-title">{t('Passphrase for API keys')}</h3>
      <p class="hint">
        {t(
          'It protects your keys if someone gets this disk or browser profile while Reflexor is locked. It doesn’t protect them from malware or scripts that run while they are unlocked, and it doesn’t hide your sessions.',
        )}
      </p>
      <Show when={view()?.oldTraces}>
        <p class="hint" role="note">
          {t(
            'Keys you entered in an older version may still be in this browser’s files, where a passphrase doesn’t protect them. Create new keys at your providers and enter them here.',
          )}{' '}
          <button type="button" class="button ghost" onClick={() => void act(() => ask({ kind: 'forget-old-traces' }))}>
            {t('I’ve renewed them')}
          </button>
        </p>
      </Show>
      <Switch>
        <Match when={view()?.state === 'none' || changing()}>
          <NewPassphrase onSet={(passphrase) => void act(set(passphrase))}>
            <Show when={changing()}>
              <button type="button" class="button ghost" onClick={() => setChanging(false)}>
                {t('Cancel')}
              </button>
            </Show>
          </NewPassphrase>
        </Match>
        <Match when={view()?.state === 'locked'}>
          <UnlockForm onOpen={show} />
          <p class="hint">
            {t('A forgotten passphrase can’t be recovered. Your sessions stay, but the keys are deleted.')}
          </p>
          <button
            type="button"
            class="button ghost"
            onClick={() => (sure() ? void act(() => ask({ kind: 'give-up-keys' })) : setSure(true))}
          >
            {sure() ? t('Delete all keys? Press again') : t('Forgot it? Delete all keys')}
          </button>
        </Match>
        <Match when={view()?.state === 'open'}>
          <label>
            {t('Lock')}{' '}
            <select
              class="select small"
              aria-label={t('Lock the keys')}
              onChange={(event) => {
                const [lockAfter] = TIMES[event.currentTarget.selectedIndex] ?? [null]
                void act(() => ask({ kind: 'set-lock-after', lockAfter }))
              }}
            >
              <For each={TIMES}>
                {([minutes, words]) => <option selected={view()?.lockAfter === minutes}>{t(words)}</option>}
              </For>
            </select>
          </label>
          <div class="row">
            <button type="button" class="button" onClick={() => void act(() => ask({ kind: 'lock-vault' }))}>
              {t('Lock now')}
            </button>
            <button type="button" class="button" onClick={() => setChanging(true)}>
              {t('Change passphrase')}
            </button>
            <button type="button" class="button" onClick={() => void act(set(null))}>
              {t('Remove passphrase')}
            </button>
          </div>
        </Match>
      </Switch>
      <Show when={problem()}>{(words) => <p role="alert">{words()}</p>}</Show>
    </section>
  )
}

function NewPassphrase(props: { onSet: (passphrase: string) => void; children: JSX.Element }): JSX.Element {
  const [problem, setProblem] = createSignal('')
  let first!: HTMLInputElement
  let second!: HTMLInputElement
  const check = (): string => {
    if (first.value.length < SHORTEST)
      return t('Use at least {n} characters. Several words work best.', { n: SHORTEST })
    return first.value === second.value ? '' : t('The two don’t match.')
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
        aria-label={t('New passphrase')}
        placeholder={t('New passphrase')}
        autocomplete="new-password"
        maxlength={1024}
      />
      <input
        ref={second}
        class="input"
        type="password"
        aria-label={t('Repeat passphrase')}
        placeholder={t('Repeat it')}
        autocomplete="new-password"
        maxlength={1024}
      />
      <button type="submit" class="button">
        {t('Set passphrase')}
      </button>
      {props.children}
      <Show when={problem()}>{(words) => <span role="alert">{words()}</span>}</Show>
    </form>
  )
}
