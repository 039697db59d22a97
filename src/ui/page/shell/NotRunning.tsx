import { type JSX, Show } from 'solid-js'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { SafeBanner } from './SafeBanner.tsx'

// its other dependencies are not part of the first load
const CannotWrite = lazy(() => import('../../settings/data/CannotWrite.tsx'))

/** The reason why nothing runs: no tab can write at present, or safe mode is on. */
export default function NotRunning(): JSX.Element {
  const { state, safe } = useApp()
  const fault = () => (typeof state.notRunning === 'object' ? state.notRunning : null)
  return (
    <>
      <Show when={fault()}>{(why) => <CannotWrite fault={why()} />}</Show>
      <Show when={safe() || state.notRunning === true}>
        <SafeBanner />
      </Show>
    </>
  )
}
