import { createUniqueId, type JSX, Show } from 'solid-js'

/**
 * A labelled field with its problem and hint below. `children` gets the attributes that tie the input to them. It must
 * read `invalid` inside the JSX: read earlier, it would recreate the input while the person types.
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
