import './service.css'
import { type JSX, Show } from 'solid-js'
import { Field } from '../kit/Field.tsx'
import type { Outcome } from '../state/create-work.ts'

/** A text field of a service's form. */
export function TextField(props: {
  label: string
  value: string
  hint?: JSX.Element
  problem?: string | undefined
  placeholder?: string
  onInput: (value: string) => void
}): JSX.Element {
  return (
    <Field label={props.label} problem={props.problem} hint={props.hint}>
      {(ids) => (
        <input
          id={ids.id}
          class="input"
          autocomplete="off"
          spellcheck={false}
          placeholder={props.placeholder ?? ''}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid}
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A key that is set and never read; `kept`: one is stored, and stays while this is empty. */
export function KeyField(props: {
  label: string
  value: string
  kept: boolean
  onInput: (value: string) => void
}): JSX.Element {
  return (
    <Field
      label={props.label}
      problem={undefined}
      hint={
        props.kept ? 'Empty: the stored one stays.' : 'Stays in this browser, encrypted, and goes to this address only.'
      }
    >
      {(ids) => (
        <input
          id={ids.id}
          class="input"
          type="text"
          // masked by style: a password field is no textbox, and password managers would offer to keep it
          data-secret
          autocomplete="off"
          spellcheck={false}
          placeholder={props.kept ? 'kept' : ''}
          aria-describedby={ids.describedBy}
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </Field>
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
