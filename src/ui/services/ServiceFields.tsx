import './service.css'
import { type JSX, Show } from 'solid-js'
import { TextField } from '../kit/TextField.tsx'
import type { Outcome } from '../state/create-work.ts'

/** A key that is set and never read; `kept`: one is stored, and stays while this is empty. */
export function KeyField(props: {
  label: string
  value: string
  kept: boolean
  onInput: (value: string) => void
}): JSX.Element {
  return (
    <TextField
      label={props.label}
      hint={
        props.kept ? 'Empty: the stored one stays.' : 'Stays in this browser, encrypted, and goes to this address only.'
      }
      secret
      placeholder={props.kept ? 'kept' : ''}
      value={props.value}
      onInput={props.onInput}
    />
  )
}

/** What came of it, and the buttons "Test" and "Save". */
export function ServiceFoot(props: {
  outcome: Outcome | null
  busy: boolean
  onTest: () => void
  onSave: () => void
  children?: JSX.Element
}): JSX.Element {
  return (
    <div class="service-foot">
      <p class="form-outcome" role="status" aria-label="Outcome" data-ok={props.outcome?.ok}>
        <Show when={props.busy} fallback={props.outcome?.message}>
          Asking…
        </Show>
      </p>
      {props.children}
      <button type="button" class="button" disabled={props.busy} onClick={() => props.onTest()}>
        Test
      </button>
      <button type="button" class="button primary" disabled={props.busy} onClick={() => props.onSave()}>
        Save
      </button>
    </div>
  )
}
