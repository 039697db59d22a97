import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { BackupView } from '../../../protocol/backups.ts'
import { allowFolder, canPickFolder, pickFolder } from '../../base/kit/folder-access.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { locale } from '../../base/words/language.ts'
import { said } from '../../base/words/said.ts'
import { count, type PlainPhrase, t } from '../../base/words/t.ts'

const EVERY: readonly { minutes: number; label: PlainPhrase }[] = [
  { minutes: 5, label: 'After a run, at most every 5 minutes' },
  { minutes: 60, label: 'After a run, at most every hour' },
  { minutes: 1440, label: 'After a run, at most once a day' },
]
const KEEP = 5

/**
 * Backups to a folder: which folder, how often, when the last was, and the permission that the browser asks for again.
 */
export function BackupSettings(): JSX.Element {
  const { actions } = useApp()
  const ask = useAsk()
  const [backup, setBackup] = createSignal<BackupView | null>(null)
  const [problem, setProblem] = createSignal('')
  const act = async (step: () => Promise<BackupView | null>): Promise<void> => {
    setProblem('')
    try {
      setBackup(await step())
      void actions.loadHealth()
    } catch (error) {
      setProblem(messageOf(error))
      setBackup(await ask({ kind: 'get-backup' }).catch(() => null))
    }
  }
  const save = (everyMinutes: number, folder?: FileSystemDirectoryHandle): Promise<BackupView | null> =>
    ask({ kind: 'set-backup', backup: { everyMinutes, keep: backup()?.keep ?? KEEP, ...(folder && { folder }) } })
  const choose = async (): Promise<BackupView | null> => {
    const folder = await pickFolder('backup')
    if (folder === null) return backup()
    await save(backup()?.everyMinutes ?? 60, folder)
    return ask({ kind: 'backup-now' })
  }
  const allow = async ({ folder }: BackupView): Promise<BackupView | null> => {
    if (!(await allowFolder(folder as FileSystemDirectoryHandle))) return backup()
    return ask({ kind: 'backup-now' })
  }
  onMount(() => void act(() => ask({ kind: 'get-backup' })))
  return (
    <section aria-labelledby="backup-title">
      <h3 id="backup-title">{t('Backups to a folder')}</h3>
      <Show
        when={backup()}
        fallback={
          <Show
            when={canPickFolder()}
            fallback={
              <p class="hint">{t('This browser can’t write to your folders. Export manually from time to time.')}</p>
            }
          >
            <p class="hint">
              {t('After each run, everything is saved as a file in a folder you choose. It never contains keys.')}
            </p>
            <button type="button" class="button" onClick={() => void act(choose)}>
              {t('Choose a folder')}
            </button>
          </Show>
        }
      >
        {(set) => (
          <>
            <p class="hint">
              {t('Folder “{name}”.', { name: set().folder.name })}{' '}
              {set().lastBackup === null
                ? t('No backup yet.')
                : t('Last backup: {time}.', { time: new Date(set().lastBackup ?? 0).toLocaleString(locale()) })}
            </p>
            <Show when={set().lacks}>
              {(lacks) => (
                <p class="hint" role="status">
                  {count(
                    lacks(),
                    '1 file is missing from the backup: it couldn’t be read in time, or there was no space for it.',
                    '{n} files are missing from the backup: they couldn’t be read in time, or there was no space for them.',
                  )}
                </p>
              )}
            </Show>
            <Show when={set().state === 'needs-permission'}>
              <p class="hint" role="alert">
                {t('The browser needs you to allow the folder again.')}{' '}
                <button type="button" class="button small primary" onClick={() => void act(() => allow(set()))}>
                  {t('Allow again')}
                </button>
              </p>
            </Show>
            <Show when={set().state === 'failed' && set().problem}>
              <p class="field-error" role="alert">
                {said(set().problem ?? '')}
              </p>
            </Show>
            <div class="row">
              <select
                class="select"
                aria-label={t('How often')}
                value={set().everyMinutes}
                onChange={(event) => {
                  const minutes = Number(event.currentTarget.value)
                  void act(() => save(minutes))
                }}
              >
                <For each={EVERY}>{({ minutes, label }) => <option value={minutes}>{t(label)}</option>}</For>
              </select>
              <button type="button" class="button" onClick={() => void act(() => ask({ kind: 'backup-now' }))}>
                {t('Back up now')}
              </button>
              <Show when={canPickFolder()}>
                <button type="button" class="button" onClick={() => void act(choose)}>
                  {t('Choose another folder')}
                </button>
              </Show>
              <button
                type="button"
                class="button ghost"
                onClick={() => void act(() => ask({ kind: 'set-backup', backup: null }))}
              >
                {t('Stop backups')}
              </button>
            </div>
          </>
        )}
      </Show>
      <Show when={problem()}>
        <p class="field-error" role="alert">
          {problem()}
        </p>
      </Show>
    </section>
  )
}
