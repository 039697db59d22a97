import './fault-screen.css'
import { createEffect, type JSX, Show, Suspense } from 'solid-js'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { usePreferences } from '../../base/state/preferences.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

const ExportButton = lazy(() => import('./ExportButton.tsx'))

/**
 * Replaces the page if nothing can be read or written, or if the worker is gone: what happened, what is safe, what to
 * do.
 */
export default function FaultScreen(): JSX.Element {
  const { state } = useApp()
  const preferences = usePreferences()
  // requests wait until the storage is open: the page continues by itself after the other tabs are closed
  createEffect(() => {
    if (state.fault?.kind !== 'blocked') return
    preferences.read().then(
      () => location.reload(),
      (error) => console.error(error),
    )
  })
  const heading = (): string => {
    if (state.fault === null) return t('Reflexor has stopped')
    if (state.fault.kind === 'recovered') return t('Your sessions are coming back')
    return isEmptied() ? t('Your data on this device is gone') : t('Storage unavailable')
  }
  /** There is nothing to export, or not yet. */
  const isEmptied = () => state.fault?.kind === 'emptied' || state.fault?.kind === 'recovered'
  const reload = (): void => {
    // the session at this address is gone, too
    if (state.fault?.kind === 'emptied') location.hash = '#/'
    location.reload()
  }
  return (
    <main class="fault-screen">
      <div class="fault-card" role="alert">
        <h1>{heading()}</h1>
        <p>{said(state.fault?.message ?? state.broken ?? '')}</p>
        <Show
          when={state.fault}
          fallback={<p>{t('Everything saved is safe. After a reload, every task continues where it was.')}</p>}
        >
          {(fault) => (
            <>
              <p>
                <strong>{t('What is safe:')}</strong> {said(fault().safe)}
              </p>
              <p>
                <strong>{t('What to do:')}</strong> {said(fault().advice)}
              </p>
            </>
          )}
        </Show>
        <div class="row">
          <button type="button" class="button primary" onClick={reload}>
            {t('Reload the page')}
          </button>
          <Suspense>
            <Show when={state.fault && !isEmptied()}>
              <ExportButton
                label={state.fault?.kind === 'newer-data' ? t('Export a raw copy') : t('Export everything')}
              />
            </Show>
          </Suspense>
        </div>
      </div>
    </main>
  )
}
