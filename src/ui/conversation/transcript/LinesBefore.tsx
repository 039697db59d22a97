import { type JSX, Show } from 'solid-js'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { parts } from '../../base/words/t.ts'
import { dayInWords } from './day-words.ts'

/** Lines above a row: its day (`at`: wall time in ms), and the model that answers from here on. */
export default function LinesBefore(props: { at: number | null; model: string | null }): JSX.Element {
  return (
    <>
      <Show when={props.at}>
        {(at) => (
          <p class="line-before">
            <time dateTime={isoOf(at())}>{dayInWords(at(), Date.now())}</time>
          </p>
        )}
      </Show>
      <Show when={props.model}>
        {(model) => (
          <p class="line-before">{parts('Now answered by {model}', { model: <VisibleText text={model()} /> })}</p>
        )}
      </Show>
    </>
  )
}

const isoOf = (at: number): string => (Number.isNaN(new Date(at).getTime()) ? '' : new Date(at).toISOString())
