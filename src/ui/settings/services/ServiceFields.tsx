import './service.css'
import { type JSX, Show } from 'solid-js'
import { TextField } from '../../base/kit/TextField.tsx'
import type { Outcome } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * A key field that never shows the stored key. `kept`: a key is stored; `stays`: an empty field keeps it, since it
 * belongs to the entered address.
 */
export function KeyField(props: {
  label: string
  value: string
  kept: boolean
  stays?: boolean
  onInput: (value: string) => void
}): JSX.Element {
  return (
    <TextField
      label={props.label}
      hint={
        !props.kept
          ? t('Encrypted in this browser. Sent only to this address.')
          : props.stays
            ? t('Leave empty to keep the saved one.')
            : t('A new address needs the key again.')
      }
      secret
      placeholder={props.kept && props.stays ? t('saved') : ''}
      value={props.value}
      onInput={props.onInput}
    />
  )
}

/** The result, and the buttons "Test" and "Save". */
export function ServiceFoot(props: {
  outcome: Outcome | null
  busy: boolean
  onTest: () => void
  onSave: () => void
  children?: JSX.Element
}): JSX.Element {
  return (
    <div class="service-foot">
      <p class="form-outcome" role="status" aria-label={t('Outcome')} data-ok={props.outcome?.ok}>
        <Show when={props.busy} fallback={props.outcome && said(props.outcome.message)}>
          {t('Asking…')}
        </Show>
      </p>
      {props.children}
      <button type="button" class="button" disabled={props.busy} onClick={() => props.onTest()}>
        {t('Test')}
      </button>
      <button type="button" class="button primary" disabled={props.busy} onClick={() => props.onSave()}>
        {t('Save')}
      </button>
    </div>
  )
}
