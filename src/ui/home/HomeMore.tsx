import AppWindow from 'lucide-solid/icons/app-window'
import Code from 'lucide-solid/icons/code-xml'
import FileText from 'lucide-solid/icons/file-text'
import FolderOpen from 'lucide-solid/icons/folder-open'
import Globe from 'lucide-solid/icons/globe'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { InstallHint } from '../install/InstallHint.tsx'
import { sessionHash } from '../kit/session-hash.ts'
import { PersonaSelect } from '../personas/PersonaSelect.tsx'
import { sessionWords } from '../sessions/session-words.ts'
import { useApp } from '../state/app-context.ts'
import { sessionTitle } from '../words/session-title.ts'
import { t } from '../words/t.ts'
import type { Model } from './home-known.ts'
import { recentSessions } from './recent.ts'
import { type Suggestion, suggestions } from './suggestions.ts'

const ICONS: Record<Suggestion['kind'], typeof Code> = {
  files: FileText,
  code: Code,
  web: Globe,
  page: AppWindow,
  folder: FolderOpen,
}
/** Of one provider; all can be typed in its settings. */
const OFFERED = 40

/** What stands below the box of the start page: the model that is asked, what can be done, and what was going on. */
export default function HomeMore(props: {
  model: Model | null
  onModel: (model: Model) => void
  onWrite: (words: string) => void
}): JSX.Element {
  const { state, openDialog } = useApp()
  const recent = createMemo(() => recentSessions(state.sessions ?? []))
  const providers = createMemo(() => state.providers?.filter(({ kind }) => kind !== 'demo') ?? [])
  const choiceOf = ({ providerId, model }: Model): string => JSON.stringify([providerId, model])
  const choose = (value: string): void => {
    const [providerId, model] = JSON.parse(value) as [string, string]
    props.onModel({ providerId, model })
  }
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
                <For each={[...new Set([model, ...models.slice(0, OFFERED)])]}>
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
        </select>
        <Show when={state.preferences.personas.length > 0}>
          <PersonaSelect />
        </Show>
        <button type="button" class="button small ghost" onClick={() => openDialog('add-provider')}>
          {t('Add provider')}
        </button>
      </div>
      <ul class="home-suggestions" aria-label={t('What can be done here')}>
        <For each={suggestions('showDirectoryPicker' in window)}>
          {({ kind, title, words }) => (
            <li>
              <button type="button" class="suggestion" onClick={() => props.onWrite(t(words))}>
                <Dynamic component={ICONS[kind]} size={18} />
                <strong>{t(title)}</strong>
                <span>{t(words)}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={recent().length > 0}>
        <section class="home-recent" aria-labelledby="home-recent">
          <div class="home-recent-head">
            <h2 id="home-recent">{t('Pick up where you were')}</h2>
            <button type="button" class="button small ghost" onClick={() => openDialog({ organise: null })}>
              {t('All sessions')}
            </button>
          </div>
          <ul>
            <For each={recent()}>
              {(session) => (
                <li>
                  <a href={sessionHash(session.id)}>
                    <span class="ellipsis">{sessionTitle(session.title)}</span>
                    <span class="session-meta" data-status={session.status}>
                      <Show when={session.busy && !state.notRunning}>
                        <span class="busy-dot" />
                      </Show>
                      {sessionWords(session, { now: Date.now(), notRunning: state.notRunning })}
                    </span>
                  </a>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <InstallHint />
    </>
  )
}
