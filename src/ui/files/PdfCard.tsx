import { createResource, type JSX, Show } from 'solid-js'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { type PdfInfo, pdfInfo } from './pdf-info.ts'

/** What a PDF that cannot be shown says of itself. */
export default function PdfCard(props: { blob: string }): JSX.Element {
  const { actions } = useApp()
  const [info] = createResource(
    () => props.blob,
    async (sha): Promise<PdfInfo | { problem: string }> => {
      try {
        const bytes = await actions.blob(sha)
        if (!bytes) return { problem: 'The content of this file is missing.' }
        return pdfInfo(bytes) ?? { problem: 'Its name says PDF, its content does not.' }
      } catch (error) {
        return { problem: messageOf(error) }
      }
    },
  )
  const facts = () => {
    const now = info.latest
    return now && 'version' in now ? now : null
  }
  const problem = () => {
    const now = info.latest
    return now && 'problem' in now ? now.problem : null
  }
  return (
    <Show when={facts()} fallback={<p class={problem() ? 'field-error' : 'hint'}>{problem() ?? 'Looking…'}</p>}>
      {(pdf) => (
        <dl class="facts">
          <Show when={pdf().title}>
            <dt>Title</dt>
            <dd>{pdf().title}</dd>
          </Show>
          <dt>Pages</dt>
          <dd>{pdf().pages ?? 'Not known'}</dd>
          <dt>Version</dt>
          <dd>
            PDF {pdf().version}
            {pdf().encrypted ? ', encrypted' : ''}
          </dd>
        </dl>
      )}
    </Show>
  )
}
