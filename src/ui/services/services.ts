import { createEffect, createResource, createSignal, on, type Resource } from 'solid-js'
import type { Services } from '../../protocol/services.ts'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useServices } from '../state/services.ts'

export type Outcome = { ok: boolean; message: string }

/** The services that tools use, as the worker knows them; `reload` after something was changed. */
export function createServices(): { services: Resource<Services>; reload: () => void } {
  const { state } = useApp()
  const [services, { refetch }] = createResource(useServices().list)
  // another tab has changed something: the preferences are read again then, and are another object
  createEffect(
    on(
      () => state.preferences,
      () => void refetch(),
      { defer: true },
    ),
  )
  return { services, reload: () => void refetch() }
}

/** One thing at a time, with its outcome in words; what is thrown is an outcome too. */
export function createWork(): {
  outcome: () => Outcome | null
  busy: () => boolean
  say: (outcome: Outcome | null) => void
  run: (act: () => Promise<Outcome | null>) => Promise<void>
} {
  const [outcome, setOutcome] = createSignal<Outcome | null>(null)
  const [busy, setBusy] = createSignal(false)
  return {
    outcome,
    busy,
    say: setOutcome,
    run: async (act) => {
      if (busy()) return
      setBusy(true)
      setOutcome(null)
      try {
        setOutcome(await act())
      } catch (error) {
        setOutcome({ ok: false, message: messageOf(error) })
      } finally {
        setBusy(false)
      }
    },
  }
}
