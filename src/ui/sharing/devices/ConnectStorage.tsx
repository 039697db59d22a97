import { createSignal, For, type JSX, Show } from 'solid-js'
import type { DevicesView, StorageTest } from '../../../protocol/devices.ts'
import type { StorageField } from '../../../settings/storage-engine.ts'
import { Field } from '../../base/kit/Field.tsx'
import { TextField } from '../../base/kit/TextField.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { t } from '../../base/words/t.ts'
import { engineName, fieldHint, fieldLabel, wrongFieldWords } from './engine-words.ts'
import { GuideText } from './GuideText.tsx'
import { TestOutcome } from './TestOutcome.tsx'

/** Kind, address and credentials of a storage, and how to prepare it. */
export function ConnectStorage(props: { engines: DevicesView['engines']; onConnect: () => void }): JSX.Element {
  const ask = useAsk()
  const work = createWork<StorageTest>()
  const [id, setId] = createSignal<string>(props.engines[0]?.id ?? '')
  const [typed, setTyped] = createSignal<Record<string, string>>({})
  const engine = () => props.engines.find((candidate) => candidate.id === id())
  const found = (): StorageTest | null => {
    const outcome = work.outcome()
    return outcome !== null && 'guide' in outcome ? outcome : null
  }
  const problemOf = (field: StorageField): string | undefined => {
    const wrong = found()?.wrong
    return wrong?.field === field ? wrongFieldWords(wrong) : undefined
  }
  const textOf = (field: string): string =>
    typed()[field] ?? engine()?.fields.find((candidate) => candidate.id === field)?.value ?? ''
  const fields = (): Record<string, string> =>
    Object.fromEntries((engine()?.fields ?? []).map((field) => [field.id, textOf(field.id).trim()]))
  const choose = (next: string): void => {
    setId(next)
    setTyped({})
    work.say(null)
  }
  const connect = async (): Promise<void> => {
    const outcome = await work.run(
      () => ask({ kind: 'connect-storage', engine: id(), fields: fields() }),
      'Testing, then connecting…',
    )
    if (outcome?.ok) props.onConnect()
  }
  return (
    <section class="service" aria-label={t('Connect a storage')}>
      <h3>{t('Connect a storage')}</h3>
      <Field label={t('Kind')} problem={undefined} hint={t('A test checks that it works for this.')}>
        {(ids) => (
          <select
            id={ids.id}
            class="select"
            aria-describedby={ids.describedBy}
            value={id()}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <For each={props.engines}>{(item) => <option value={item.id}>{engineName(item.id)}</option>}</For>
          </select>
        )}
      </Field>
      <Show when={engine()}>
        {(chosen) => (
          <>
            <For each={chosen().fields}>
              {(field) => (
                <TextField
                  label={fieldLabel(field.id)}
                  hint={fieldHint(chosen().id, field.id)}
                  secret={field.secret}
                  value={textOf(field.id)}
                  problem={problemOf(field.id)}
                  onInput={(text) => setTyped({ ...typed(), [field.id]: text })}
                />
              )}
            </For>
            <GuideText engine={chosen()} open={found()?.guide === true} />
          </>
        )}
      </Show>
      <div class="service-foot">
        <TestOutcome work={work} label={t('Outcome')} />
        <button
          type="button"
          class="button"
          disabled={work.busy()}
          onClick={() => void work.run(() => ask({ kind: 'test-storage', engine: id(), fields: fields() }), 'Testing…')}
        >
          {t('Test')}
        </button>
        <button type="button" class="button primary" disabled={work.busy()} onClick={() => void connect()}>
          {t('Connect')}
        </button>
      </div>
      <Show when={work.busy()}>
        <p class="hint">{t('The test writes about fifty small objects and deletes them.')}</p>
      </Show>
    </section>
  )
}
