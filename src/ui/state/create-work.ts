import { createSignal } from 'solid-js'
import { messageOf } from './message-of.ts'

export type Outcome = { ok: boolean; message: string }

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
