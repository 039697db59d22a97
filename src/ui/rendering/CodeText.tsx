import { createResource, type JSX } from 'solid-js'
import { highlight } from './highlight.ts'

/** Characters; more takes longer to colour than a frame lasts. */
const MOST = 60_000

/** Text in the colours of its language, plain until they are there, and where the language is not known or the text is long. */
export default function CodeText(props: {
  text: string
  language: string
  class: string
  /** It is looked through with the conversation. */
  found?: boolean
}): JSX.Element {
  const [coloured] = createResource(
    () => ({ text: props.text, language: props.language }),
    async ({ text, language }) => {
      if (language === '' || text.length > MOST) return null
      // code that cannot be fetched (offline, first time) costs the colours only
      const made = await highlight(text, language).catch(() => null)
      return made && { text, nodes: [...made.childNodes] }
    },
  )
  /** The colours that are there may be those of a text before. */
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
