import { createEffect, For, type JSX, Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import AppWindow from '~icons/lucide/app-window'
import Code from '~icons/lucide/code-xml'
import FileText from '~icons/lucide/file-text'
import FolderOpen from '~icons/lucide/folder-open'
import Globe from '~icons/lucide/globe'
import { useApp } from '../../base/state/app-context.ts'
import { taker } from '../../base/state/takers.ts'
import { sentences } from '../../base/words/sentences.ts'
import { t } from '../../base/words/t.ts'
import { putWords } from '../../conversation/composer/put-words.ts'
import RecentSessions from '../../sessions/RecentSessions.tsx'
import { InstallHint } from '../../settings/install/InstallHint.tsx'
import { leftOutWords } from '../welcome/left-out-words.ts'
import { type Suggestion, suggestions } from './suggestions.ts'
import { takeSharedFiles } from './take-shared-files.ts'

const ICONS: Record<Suggestion['kind'], typeof Code> = {
  files: FileText,
  code: Code,
  web: Globe,
  page: AppWindow,
  folder: FolderOpen,
}
/** Adds text to the box, which stays mounted, so files that are being prepared for it continue. */
function write(words: string): void {
  const box = document.querySelector<HTMLTextAreaElement>('.composer textarea')
  if (box === null) return
  box.focus()
  putWords(box, [box.value.trimEnd(), words].filter((part) => part !== '').join('\n\n'))
  // setting a value that is too long fires no event by itself
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Below the box of the start page: suggestions, and recent sessions unless the list beside shows them (`listed`). */
export default function HomeMore(props: { listed: boolean }): JSX.Element {
  const { actions, openDialog } = useApp()
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
      <Show when={!props.listed}>
        <RecentSessions />
      </Show>
      <InstallHint />
    </>
  )
}
