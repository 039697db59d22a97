import './foreign-words.css'
import { createSignal, type JSX, Show } from 'solid-js'
import {
  changesOf,
  type ImportPlan,
  LONGEST_FILE,
  planImport,
  type Replaced,
  readSettingsFile,
  settingsFile,
} from '../../../settings/settings-file.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { SettingsPlan } from './SettingsPlan.tsx'

/** Settings as a file for another browser. Importing shows the changes before any of them applies. */
export function SettingsFile(): JSX.Element {
  const { state, actions } = useApp()
  const [plan, setPlan] = createSignal<ImportPlan | null>(null)
  const work = createWork()
  let input!: HTMLInputElement
  // objects of the store can’t be cloned to the worker
  const here = () => JSON.parse(JSON.stringify(state.preferences)) as typeof state.preferences
  const look = (file: File): Promise<unknown> => {
    setPlan(null)
    return work.run(async () => {
      // checked before reading: no settings are this long
      if (file.size > 4 * LONGEST_FILE) throw new Error('This file is too long to be a settings file.')
      const kept = readSettingsFile(await file.text())
      const hasProvider = (id: string): boolean => state.providers?.some((provider) => provider.id === id) === true
      const found = planImport(kept, here(), () => crypto.randomUUID(), hasProvider)
      const arrives = [...found.prompts, ...found.personas].some(({ how }) => how !== 'known')
      if (!arrives && found.replaced.length === 0) return { ok: true, message: t('Everything in it is already here.') }
      setPlan(found)
      return null
    })
  }
  const apply = (chosen: { prompts: boolean; personas: boolean; replaced: ReadonlySet<Replaced> }): void => {
    const found = plan()
    if (found === null) return
    const changes = changesOf(found, chosen, here())
    const before = here()
    setPlan(null)
    void work.run(async () => {
      await actions.setPreferences(changes)
      // a refusal was reported
      const now = here()
      const kept = (key: string): string => JSON.stringify(now[key as keyof typeof now])
      if (Object.entries(changes).some(([key, value]) => kept(key) !== JSON.stringify(value))) return null
      const undone = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof typeof before]]))
      actions.notify('Settings imported.', () => void actions.setPreferences(undone))
      return null
    })
  }
  return (
    <section aria-labelledby="settings-file">
      <h3 id="settings-file">{t('Settings as a file')}</h3>
      <p class="hint">
        {t(
          'Contains prompts, personas, your instructions and appearance. Never contains keys, providers or tool permissions.',
        )}
      </p>
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() =>
            saveFile(new Blob([settingsFile(here())], { type: 'application/json' }), 'reflexor-settings.json')
          }
        >
          {t('Export settings')}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t('File of settings')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            // emptied, so that the same file can be chosen again
            if (file)
              void look(file).finally(() => {
                input.value = ''
              })
          }}
        />
        <button type="button" class="button" disabled={work.busy()} onClick={() => input.click()}>
          {t('Import settings')}
        </button>
      </div>
      <Show when={plan()} keyed>
        {(found) => <SettingsPlan plan={found} onImport={apply} onCancel={() => setPlan(null)} />}
      </Show>
      <p class="hint" role="status">
        {said(work.outcome()?.message ?? '')}
      </p>
    </section>
  )
}
