import { createSignal } from 'solid-js'

/** The dialog that chooses the models for the next message is open: a button or a command opened it. */
const [choosingCompared, setChoosingCompared] = createSignal(false)

export { choosingCompared, setChoosingCompared }
