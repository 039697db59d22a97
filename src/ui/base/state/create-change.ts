import { createSignal } from 'solid-js'
import { useApp } from './app-context.ts'

/** A control for a value that the worker holds. */
export type Change<Value extends string> = {
  /** The stored value, or the person's choice while it is being saved. Reactive. */
  shown: () => Value
  /** Call when the person has chosen a value. If it cannot be sent or is refused, the control goes back. */
  choose: (control: { value: string }) => void
}

/** `say` sends the choice and returns its command's id; null: it was not sent. */
export function createChange<Value extends string>(
  truth: () => Value,
  say: (value: Value) => string | null,
): Change<Value> {
  const { state } = useApp()
  const [said, setSaid] = createSignal<{ id: string; value: Value } | null>(null)
  const shown = (): Value => {
    const last = said()
    return last !== null && state.unacknowledged[last.id] === true ? last.value : truth()
  }
  return {
    shown,
    choose: (control) => {
      const value = control.value as Value
      const id = say(value)
      setSaid(id === null ? null : { id, value })
      // the element has changed by itself: where nothing was sent no effect would set it back
      control.value = shown()
    },
  }
}
