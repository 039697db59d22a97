import './document-preview.css'
import { createResource, For, type JSX, Match, onCleanup, Show, Switch } from 'solid-js'
import { textOfDocument } from '../../documents/prepare.ts'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import { Markdown } from '../rendering/Markdown.tsx'
import CsvTable from './CsvTable.tsx'
import { sheetsIn } from './sheets-in.ts'

type Read = { text: string } | { problem: string }

/**
 * The words of a Word document, or the tables of a workbook, as the model reads them. The file is read in a thread that
 * is killed when another file is shown.
 */
export default function DocumentPreview(props: { kind: 'docx' | 'xlsx'; blob: string }): JSX.Element {
  const { actions } = useApp()
  let reading: AbortController | null = null
  onCleanup(() => reading?.abort())
  const [read] = createResource(
    () => ({ kind: props.kind, blob: props.blob }),
    async ({ kind, blob }): Promise<Read> => {
      reading?.abort()
      const own = new AbortController()
      reading = own
      try {
        const bytes = await actions.blob(blob)
        if (!bytes) return { problem: t('The content of this file is missing.') }
        return { text: await textOfDocument(kind, new Blob([bytes as Uint8Array<ArrayBuffer>]), own.signal) }
      } catch (error) {
        // nobody sees this file any more
        return own.signal.aborted ? { text: '' } : { problem: said(messageOf(error)) }
      }
    },
  )
  const text = (): string | undefined => {
    const now = read()
    return now && 'text' in now ? now.text : undefined
  }
  const problem = (): string | undefined => {
    const now = read()
    return now && 'problem' in now ? now.problem : undefined
  }
  return (
    <Switch fallback={<p class="hint">{t('Loading…')}</p>}>
      <Match when={problem()}>{(words) => <p class="field-error">{words()}</p>}</Match>
      <Match when={text() === ''}>
        <p class="hint">{t('It holds no text.')}</p>
      </Match>
      <Match when={props.kind === 'docx' && text()}>
        {(words) => (
          <>
            <p class="hint">{t('Its text, without its layout and pictures.')}</p>
            <Markdown text={words()} growing={false} isFile />
          </>
        )}
      </Match>
      <Match when={text()}>
        {(words) => (
          <For each={sheetsIn(words())}>
            {(sheet) => (
              <section class="sheet" aria-label={sheet.name}>
                <h4>{sheet.name}</h4>
                <Show when={sheet.csv !== ''} fallback={<p class="hint">{t('It holds no text.')}</p>}>
                  <CsvTable text={sheet.csv} path="sheet.csv" />
                </Show>
              </section>
            )}
          </For>
        )}
      </Match>
    </Switch>
  )
}
