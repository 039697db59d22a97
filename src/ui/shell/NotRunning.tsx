import { type JSX, Show } from 'solid-js'
import { CannotWrite } from '../data/CannotWrite.tsx'
import { useApp } from '../state/app-context.ts'
import { SafeBanner } from './SafeBanner.tsx'

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
