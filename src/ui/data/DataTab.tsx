import { type JSX, onMount, Show } from 'solid-js'
import { fileSize } from '../kit/file-size.ts'
import { useApp } from '../state/app-context.ts'
import { VaultSettings } from '../vault/VaultSettings.tsx'
import { locale } from '../words/language.ts'
import { type PlainPhrase, t } from '../words/t.ts'
import { BackupSettings } from './BackupSettings.tsx'
import { DamagedSessions } from './DamagedSessions.tsx'
import ExportButton from './ExportButton.tsx'
import { ImportButton } from './ImportButton.tsx'
import { SettingsFile } from './SettingsFile.tsx'
import { ShareOne } from './ShareOne.tsx'

/** Where the data is, how safe it is from the browser's own tidying, and how much there is. */
export function DataTab(props: { onClose: () => void }): JSX.Element {
  const { state, actions } = useApp()
  onMount(() => void actions.loadHealth())
  return (
    <>
      <Show when={state.health} fallback={<p class="hint">{t('Looking…')}</p>}>
        {(health) => (
          <dl class="facts">
            <dt>{t("Kept safe from the browser's clean-up")}</dt>
            <dd>
              {health().persisted ? t('Yes') : t('Not yet')}
              <p class="hint">
                {health().persisted
                  ? t('The browser keeps this data until you delete it.')
                  : t(
                      'The browser may delete this data when the disk is nearly full. Installing the app or using it often changes that.',
                    )}
              </p>
            </dd>
            <dt>{t('Used')}</dt>
            <dd>{amount(health().usage)}</dd>
            <dt>{t('Allowed by the browser')}</dt>
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
          'An export holds every session with its files, never a key. Imported sessions arrive beside the others, stopped. Exports of ChatGPT, Claude and LibreChat can be imported too, and black boxes.',
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

const amount = (bytes: number | null): string => (bytes === null ? t('Not known') : fileSize(bytes))
const lastBackup = (time: number | null): string =>
  time === null ? t('Not yet') : new Date(time).toLocaleString(locale())
const ROLES: Record<ReturnType<typeof useApp>['state']['role'], PlainPhrase> = {
  starting: 'Starting',
  writer: 'Runs the sessions',
  follower: 'Follows another tab that runs the sessions',
  none: 'Runs nothing',
}
