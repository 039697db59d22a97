import type { JSX } from 'solid-js'

/** A session that cannot be shown: why, and the way back. */
export default function DeadEnd(props: { heading: string; text: string }): JSX.Element {
  return (
    <div class="dead-end" role="alert">
      <h2>{props.heading}</h2>
      <p>{props.text}</p>
      <a class="button primary" href="#/">
        Back to the start
      </a>
    </div>
  )
}
