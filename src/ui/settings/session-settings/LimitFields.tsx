import { createSignal, For, type JSX } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { Field } from '../../base/kit/Field.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { createChange } from '../../base/state/create-change.ts'
import { t } from '../../base/words/t.ts'
import { LIMIT_FIELDS, type LimitField, type LimitName, parseLimit } from './limit-input.ts'

/** The limits at which a run pauses and asks the person. A limit applies as soon as its field loses the focus. */
export function LimitFields(props: { limits: Config['limits'] }): JSX.Element {
  const { actions } = useApp()
  const [problems, setProblems] = createSignal<Partial<Record<LimitName, string>>>({})
  /** An invalid value stays in its field, with the problem beside it. */
  const isRight = (field: LimitField, text: string): boolean => {
    const value = parseLimit(field, text)
    const wrong = typeof value === 'object' && value !== null
    setProblems({ ...problems(), [field.name]: wrong ? value.problem : undefined })
    return !wrong
  }
  const limit = (field: LimitField) =>
    createChange(
      () => String(props.limits[field.name] ?? ''),
      (text) => actions.configure({ limits: { ...props.limits, [field.name]: parseLimit(field, text) } }),
    )
  return (
    <div class="limit-fields">
      <For each={LIMIT_FIELDS}>
        {(field) => {
          const { shown, choose } = limit(field)
          return (
            <Field label={t(field.label)} problem={problems()[field.name]} hint={t(field.hint)}>
              {(ids) => (
                <input
                  id={ids.id}
                  class="input"
                  inputmode="decimal"
                  aria-describedby={ids.describedBy}
                  aria-invalid={ids.invalid}
                  value={shown()}
                  onChange={({ currentTarget }) => {
                    if (isRight(field, currentTarget.value)) choose(currentTarget)
                  }}
                />
              )}
            </Field>
          )
        }}
      </For>
    </div>
  )
}
