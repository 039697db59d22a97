import { createSignal, type JSX, Show } from 'solid-js'
import type { CodeView, StorageTest } from '../../../protocol/devices.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { refusalWords } from '../../base/words/refusal-words.ts'
import { parts, t } from '../../base/words/t.ts'
import { engineName } from './engine-words.ts'
import { TestOutcome } from './TestOutcome.tsx'

/**
 * Connects this device to the storage of another device, with that device’s recovery code. The person sees the
 * storage’s address before anything is sent there.
 */
export function ConnectByCode(props: { name: string; onConnect: () => void }): JSX.Element {
  const ask = useAsk()
  const work = createWork<StorageTest>()
  const [code, setCode] = createSignal('')
  const [passphrase, setPassphrase] = createSignal('')
  const [name, setName] = createSignal<string | null>(null)
  const [read, setRead] = createSignal<CodeView | { type: 'failed'; message: string } | null>(null)
  const [tried, setTried] = createSignal('')
  const look = async (): Promise<void> => {
    const [text, words] = [code(), passphrase()]
    if (text.trim() === '') {
      setRead(null)
      return
    }
    try {
      const view = await ask({ kind: 'read-code', code: text, passphrase: words })
      if (text !== code() || words !== passphrase()) return
      setRead(view)
      setTried(words)
    } catch (error) {
      setRead({ type: 'failed', message: messageOf(error) })
    }
  }
  const brokenWords = () => {
    const view = read()
    if (view?.type === 'failed') return view.message
    return view?.type === 'broken' ? refusalWords({ code: view.why, values: {} }) : undefined
  }
  const place = () => {
    const view = read()
    return view?.type === 'storage' ? view : undefined
  }
  const wrongWords = () =>
    read()?.type === 'passphrase' && passphrase() !== '' && tried() === passphrase()
      ? t('Wrong passphrase for this code.')
      : undefined
  const connect = async (): Promise<void> => {
    const called = name()?.trim()
    const typed = { code: code(), passphrase: passphrase(), ...(called && { name: called }) }
    const outcome = await work.run(() => ask({ kind: 'connect-by-code', ...typed }), 'Testing, then connecting…')
    if (outcome?.ok) props.onConnect()
  }
  return (
    <section class="service" aria-label={t('Connect with a code')}>
      <h3>{t('Another device is already connected')}</h3>
      <TextField
        label={t('Recovery code')}
        hint={t('On the other device: Settings, Devices, Recovery code.')}
        secret
        value={code()}
        problem={brokenWords()}
        onInput={(text) => {
          setCode(text)
          void look()
        }}
      />
      <Show when={read()?.type === 'passphrase' || passphrase() !== ''}>
        <TextField
          label={t('Passphrase of the code')}
          hint={t('The passphrase set when the code was created.')}
          secret
          value={passphrase()}
          problem={wrongWords()}
          onInput={setPassphrase}
          onChange={() => void look()}
        />
      </Show>
      <Show when={place()}>
        <TextField
          label={t('Name of this device')}
          hint={t('A name to tell it apart from your other devices.')}
          value={name() ?? props.name}
          onInput={setName}
        />
      </Show>
      <div class="service-foot">
        <Show when={place()}>
          {(found) => (
            <p class="hint">
              {parts('This device will use the {engine} storage at {url}.', {
                engine: engineName(found().engine),
                url: <strong>{found().url}</strong>,
              })}
            </p>
          )}
        </Show>
        <TestOutcome work={work} label={t('Code result')} />
        <button
          type="button"
          class="button primary"
          disabled={work.busy() || place() === undefined}
          onClick={() => void connect()}
        >
          {t('Connect this device')}
        </button>
      </div>
    </section>
  )
}
