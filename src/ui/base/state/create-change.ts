import { createSignal } from 'solid-js'
import { useApp } from './app-context.ts'

/** A control over something that the worker holds. */
export type Change<Value extends string> = {
  /** What is true; while the person's choice is on its way, that choice. Reactive. */
  shown: () => Value
  /** The person has chosen what stands in the control. What cannot be sent, or is refused, does not stay there. */
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
