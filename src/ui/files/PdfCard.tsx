import { createResource, type JSX, Show } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { type PdfInfo, pdfInfo } from './pdf-info.ts'

/** Facts about a PDF that cannot be shown. */
export default function PdfCard(props: { blob: string }): JSX.Element {
  const { actions } = useApp()
  const [info] = createResource(
    () => props.blob,
    async (sha): Promise<PdfInfo | { problem: string }> => {
      try {
        const bytes = await actions.blob(sha)
        if (!bytes) return { problem: t('The content of this file is missing.') }
        return pdfInfo(bytes) ?? { problem: t('Named as a PDF, but it isn’t one.') }
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
    <Show when={facts()} fallback={<p class={problem() ? 'field-error' : 'hint'}>{problem() ?? t('Checking…')}</p>}>
      {(pdf) => (
        <dl class="facts">
          <Show when={pdf().title}>
            <dt>{t('Title')}</dt>
            <dd>{showHidden(pdf().title ?? '')}</dd>
          </Show>
          <dt>{t('Pages')}</dt>
          <dd>{pdf().pages ?? t('Unknown')}</dd>
          <dt>{t('Version')}</dt>
          <dd>
            {pdf().encrypted ? t('PDF {version}, encrypted', { version: pdf().version }) : `PDF ${pdf().version}`}
          </dd>
        </dl>
      )}
    </Show>
  )
}
