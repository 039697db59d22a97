import { createEffect, createMemo, For, type JSX, Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import AppWindow from '~icons/lucide/app-window'
import Code from '~icons/lucide/code-xml'
import FileText from '~icons/lucide/file-text'
import FolderOpen from '~icons/lucide/folder-open'
import Globe from '~icons/lucide/globe'
import type { Provider } from '../../../settings/provider.ts'
import { useApp } from '../../base/state/app-context.ts'
import { taker } from '../../base/state/takers.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { sentences } from '../../base/words/sentences.ts'
import { t } from '../../base/words/t.ts'
import { putWords } from '../../conversation/composer/put-words.ts'
import { ProjectSelect } from '../../projects/ProjectSelect.tsx'
import RecentSessions from '../../sessions/RecentSessions.tsx'
import { InstallHint } from '../../settings/install/InstallHint.tsx'
import { PersonaSelect } from '../../settings/personas/PersonaSelect.tsx'
import { leftOutWords } from '../welcome/left-out-words.ts'
import type { Model } from './home-known.ts'
import { type Suggestion, suggestions } from './suggestions.ts'
import { takeSharedFiles } from './take-shared-files.ts'

const ICONS: Record<Suggestion['kind'], typeof Code> = {
  files: FileText,
  code: Code,
  web: Globe,
  page: AppWindow,
  folder: FolderOpen,
}
/** Of one provider; its settings accept any model name. */
const OFFERED = 40

const offeredOf = ({ model, models }: Pick<Provider, 'model' | 'models'>): string[] => [
  ...new Set([model, ...models.slice(0, OFFERED)]),
]

/** Adds text to the box, which stays mounted, so files that are being prepared for it continue. */
function write(words: string): void {
  const box = document.querySelector<HTMLTextAreaElement>('.composer textarea')
  if (box === null) return
  box.focus()
  putWords(box, [box.value.trimEnd(), words].filter((part) => part !== '').join('\n\n'))
  // setting a value that is too long fires no event by itself
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Below the box of the start page: the chosen model, suggestions, and recent sessions. */
export default function HomeMore(props: { model: Model | null; onModel: (model: Model) => void }): JSX.Element {
  const { actions, state, openDialog } = useApp()
  const providers = createMemo(() => state.providers?.filter(({ kind }) => kind !== 'demo') ?? [])
  const choiceOf = ({ providerId, model }: Model): string => JSON.stringify([providerId, model])
  const choose = (value: string): void => {
    const [providerId, model] = JSON.parse(value) as [string, string]
    props.onModel({ providerId, model })
  }
  const isOffered = (): boolean =>
    providers().some((one) => one.id === props.model?.providerId && offeredOf(one).includes(props.model.model))
  createEffect(() => {
    const box = taker()
    if (box !== null)
      takeSharedFiles(box, (files) => actions.notify(sentences(leftOutWords(files)))).catch((error: unknown) =>
        console.error('What was shared could not be attached', error),
      )
  })
  return (
    <>
      <div class="home-model">
        <select
          class="select bare"
          aria-label={t('Model')}
          title={t('Model')}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <For each={providers()}>
            {({ id, label, model, models }) => (
              <optgroup label={label}>
                <For each={offeredOf({ model, models })}>
                  {(name) => (
                    <option
                      value={choiceOf({ providerId: id, model: name })}
                      selected={props.model?.providerId === id && props.model.model === name}
                    >
                      {name}
                    </option>
                  )}
                </For>
              </optgroup>
            )}
          </For>
          {/* a persona may have one that its provider does not offer any more */}
          <Show when={!isOffered() && props.model}>
            {(model) => (
              <option value={choiceOf(model())} selected>
                {showHidden(model().model)}
              </option>
            )}
          </Show>
        </select>
        <Show when={(state.projects ?? []).length > 0}>
          <ProjectSelect />
        </Show>
        <Show when={state.preferences.personas.length > 0}>
          <PersonaSelect />
        </Show>
        <button type="button" class="button small ghost" onClick={() => openDialog('add-provider')}>
          {t('Add provider')}
        </button>
      </div>
      <ul class="home-suggestions" aria-label={t('What you can do here')}>
        <For each={suggestions('showDirectoryPicker' in window)}>
          {({ kind, title, words }) => (
            <li>
              <button type="button" class="suggestion" onClick={() => write(t(words))}>
                <Dynamic component={ICONS[kind]} size={18} />
                <strong>{t(title)}</strong>
                <span>{t(words)}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <RecentSessions />
      <InstallHint />
    </>
  )
}
