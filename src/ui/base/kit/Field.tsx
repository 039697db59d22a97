import { createUniqueId, type JSX, Show } from 'solid-js'

/**
 * A labelled field with its problem and its hint beneath; `children` gets what ties the input to them, and reads
 * `invalid` where it is shown: taken out before, it would make the input anew under whoever types.
 */
export function Field(props: {
  label: string
  problem: string | undefined
  hint?: JSX.Element
  children: (ids: { id: string; describedBy: string; invalid: boolean }) => JSX.Element
}): JSX.Element {
  const id = createUniqueId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.children({
        id,
        describedBy: `${id}-note`,
        get invalid() {
          return props.problem !== undefined
        },
      })}
      <p id={`${id}-note`} class="field-note" data-bad={props.problem !== undefined}>
        <Show when={props.problem} fallback={props.hint}>
          {(problem) => <span role="alert">{problem()}</span>}
        </Show>
      </p>
    </div>
  )
}
