import { type JSX, onMount, Show } from 'solid-js'
import { fileSize } from '../../base/kit/file-size.ts'
import { useApp } from '../../base/state/app-context.ts'
import { locale } from '../../base/words/language.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { VaultSettings } from '../vault/VaultSettings.tsx'
import { BackupSettings } from './BackupSettings.tsx'
import { DamagedSessions } from './DamagedSessions.tsx'
import ExportButton from './ExportButton.tsx'
import { ImportButton } from './ImportButton.tsx'
import { SettingsFile } from './SettingsFile.tsx'
import { ShareOne } from './ShareOne.tsx'

/** Where the data is, whether the browser may delete it, and its size. */
export function DataTab(props: { onClose: () => void }): JSX.Element {
  const { state, actions } = useApp()
  onMount(() => void actions.loadHealth())
  return (
    <>
      <Show when={state.health} fallback={<p class="hint">{t('Checking…')}</p>}>
        {(health) => (
          <dl class="facts">
            <dt>{t('Persistent storage')}</dt>
            <dd>
              {health().persisted ? t('On') : t('Off')}
              <p class="hint">
                {health().persisted
                  ? t('The browser keeps this data until you delete it.')
                  : t(
                      'The browser may delete this data when the disk is almost full. Installing the app or using it often turns this on.',
                    )}
              </p>
            </dd>
            <dt>{t('Used')}</dt>
            <dd>{amount(health().usage)}</dd>
            <dt>{t('Space granted by the browser')}</dt>
            <dd>{amount(health().quota)}</dd>
            <dt>{t('Sessions')}</dt>
            <dd>{health().sessions}</dd>
            <dt>{t('Last backup')}</dt>
            <dd>{lastBackup(health().lastBackup)}</dd>
            <dt>{t('This tab')}</dt>
            <dd>{t(ROLES[state.role])}</dd>
          </dl>
        )}
      </Show>
      <div class="row">
        <ExportButton label={t('Export everything')} />
        <ImportButton onClose={props.onClose} />
      </div>
      <p class="hint">
        {t(
          'An export contains every session with its files, but no keys. Imported sessions are added to yours and start out stopped. You can also import exports from ChatGPT, Claude and LibreChat, and black boxes.',
        )}
      </p>
      <ShareOne />
      <SettingsFile />
      <DamagedSessions />
      <BackupSettings />
      <VaultSettings />
    </>
  )
}

const amount = (bytes: number | null): string => (bytes === null ? t('Unknown') : fileSize(bytes))
const lastBackup = (time: number | null): string =>
  time === null ? t('Never') : new Date(time).toLocaleString(locale())
const ROLES: Record<ReturnType<typeof useApp>['state']['role'], PlainPhrase> = {
  starting: 'Starting',
  writer: 'Runs the sessions',
  follower: 'Follows the tab that runs the sessions',
  none: 'Runs nothing',
}
