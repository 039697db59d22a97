import { type JSX, Show } from 'solid-js'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { SafeBanner } from './SafeBanner.tsx'

// what it needs besides is no part of what the first load lists
const CannotWrite = lazy(() => import('../../settings/data/CannotWrite.tsx'))

/** Why nothing runs: nobody can write at present, or safe mode. */
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
