import './fault-screen.css'
import { createEffect, type JSX, Show, Suspense } from 'solid-js'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import { usePreferences } from '../state/preferences.ts'

const ExportButton = lazy(() => import('./ExportButton.tsx'))

/** Shown instead of everything when nothing can be read or written, or when the worker is gone: what happened, what is safe, what to do. */
export function FaultScreen(): JSX.Element {
  const { state } = useApp()
  const preferences = usePreferences()
  // requests wait until the storage is open: once the other tabs have gone, this page goes on by itself
  createEffect(() => {
    if (state.fault?.kind !== 'blocked') return
    preferences.read().then(
      () => location.reload(),
      (error) => console.error(error),
    )
  })
  return (
    <main class="fault-screen">
      <div class="fault-card" role="alert">
        <h1>{state.fault ? 'The storage cannot be used' : 'Reflexor has stopped'}</h1>
        <p>{state.fault?.message ?? state.broken}</p>
        <Show
          when={state.fault}
          fallback={<p>What was saved is safe. After a reload every task goes on where it was.</p>}
        >
          {(fault) => (
            <>
              <p>
                <strong>What is safe:</strong> {fault().safe}
              </p>
              <p>
                <strong>What to do:</strong> {fault().advice}
              </p>
            </>
          )}
        </Show>
        <div class="row">
          <button type="button" class="button primary" onClick={() => location.reload()}>
            Reload the page
          </button>
          <Suspense>
            <Show when={state.fault}>
              <ExportButton label={state.fault?.kind === 'newer-data' ? 'Export a raw copy' : 'Export everything'} />
            </Show>
          </Suspense>
        </div>
      </div>
    </main>
  )
}
