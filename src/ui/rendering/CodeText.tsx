import { createResource, type JSX } from 'solid-js'
import { highlight } from './highlight.ts'

/** Most characters in colours; more take longer than a frame. */
const MOST = 60_000

/** Text in the colours of its language; plain until they are loaded, for an unknown language, and for a long text. */
export default function CodeText(props: {
  text: string
  language: string
  class: string
  /** Search in the conversation includes it. */
  found?: boolean
}): JSX.Element {
  const [coloured] = createResource(
    () => ({ text: props.text, language: props.language }),
    async ({ text, language }) => {
      if (language === '' || text.length > MOST) return null
      // Code that cannot be fetched (offline, first use) costs only the colours.
      const made = await highlight(text, language).catch(() => null)
      return made && { text, nodes: [...made.childNodes] }
    },
  )
  /** The colours may be those of an earlier text. */
  const shown = (): string | Node[] => {
    const now = coloured.latest
    return now?.text === props.text ? now.nodes : props.text
  }
  return (
    <pre class={props.class} tabindex="0" data-find={props.found}>
      {shown()}
    </pre>
  )
}
