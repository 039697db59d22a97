import { showHidden } from '../../base/words/hidden-signs.ts'
import './tool-result.css'
import { For, type JSX, Match, Show, Switch } from 'solid-js'
import { wordsOfBlock } from '../../../agent/attachments.ts'
import type { Display } from '../../../agent/content.ts'
import type { ToolResult } from '../../../agent/message.ts'
import { MOST_COLUMNS, MOST_OF_RESULT, MOST_ROWS } from '../../../search/call-texts.ts'
import { shownJson } from '../../../search/shown-values.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { showFile } from '../../files/asked-file.ts'
import { BlobImage } from '../../rendering/BlobImage.tsx'
import CodeText from '../../rendering/CodeText.tsx'
import { DiffBox } from '../../rendering/DiffBox.tsx'
import { MoreCharacters } from './MoreCharacters.tsx'
import RunBox from './RunBox.tsx'
import { RawText, ValueView } from './ValueView.tsx'
import { WholeResult } from './WholeResult.tsx'

const ArtifactView = lazy(() => import('../../files/artifacts/ArtifactView.tsx'))

type Shape<S extends Display['shape']> = Extract<Display, { shape: S }>

/** Result of a call: its display shape if it has one, else the text that the model reads. */
export default function ToolResultView(props: { result: ToolResult; callId: string }): JSX.Element {
  const pictures = (): JSX.Element => (
    <For each={props.result.content.filter((block) => block.type === 'image')}>
      {(block) => <BlobImage blob={block.blob} mediaType={block.mediaType} label={t('Image from the tool')} />}
    </For>
  )
  return (
    <div class="tool-result" data-kind={props.result.kind}>
      <Show when={props.result.details} fallback={<PlainResult result={props.result} />}>
        {(details) => (
          <>
            <DisplayView display={details()} callId={props.callId} />
            <Show
              when={props.result.kind === 'error'}
              fallback={<Show when={details().shape !== 'image'}>{pictures()}</Show>}
            >
              <PlainResult result={props.result} />
            </Show>
          </>
        )}
      </Show>
      <Show when={props.result.blob}>{(blob) => <WholeResult blob={blob()} />}</Show>
    </div>
  )
}

function PlainResult(props: { result: ToolResult }): JSX.Element {
  return (
    <For each={props.result.content}>
      {(block) =>
        block.type === 'image' ? (
          <BlobImage blob={block.blob} mediaType={block.mediaType} label={t('Image from the tool')} />
        ) : (
          <Words text={wordsOfBlock(block)} />
        )
      }
    </For>
  )
}

/** Text of a tool; JSON is formatted, and the original is one click away. */
function Words(props: { text: string }): JSX.Element {
  return (
    <Show when={shownJson(props.text)} fallback={<TextBox text={props.text} />}>
      {(value) => (
        <div class="tool-arguments">
          <ValueView value={value()} most={MOST_OF_RESULT} />
          <details>
            <summary>{t('Raw result')}</summary>
            <RawText text={props.text} most={MOST_OF_RESULT} />
          </details>
        </div>
      )}
    </Show>
  )
}

/** One view per display shape: a new tool needs no new view. */
function DisplayView(props: { display: Display; callId: string }): JSX.Element {
  const app = useApp()
  const as = <S extends Display['shape']>(shape: S): Shape<S> | undefined =>
    props.display.shape === shape ? (props.display as Shape<S>) : undefined
  return (
    <Switch>
      <Match when={as('text')}>{(view) => <TextBox text={view().text} />}</Match>
      <Match when={as('code')}>
        {(view) => (
          <>
            <CodeText class="tool-text" text={limited(view().text)} language={view().language} found />
            <MoreCharacters n={view().text.length - MOST_OF_RESULT} />
          </>
        )}
      </Match>
      <Match when={as('run')}>{(view) => <RunBox run={view()} />}</Match>
      <Match when={as('table')}>{(view) => <TableBox table={view()} />}</Match>
      <Match when={as('image')}>
        {(view) => <BlobImage blob={view().blob} mediaType={view().mediaType} label={t('Image from the tool')} />}
      </Match>
      <Match when={as('file')}>
        {(view) => (
          <button
            type="button"
            class="button small tool-file"
            data-find
            onClick={() => showFile(view().path, app.state.open?.id)}
          >
            <VisibleText text={view().path} />
          </button>
        )}
      </Match>
      <Match when={as('diff')}>{(view) => <DiffBox diff={view()} />}</Match>
      <Match when={as('artifact')}>
        {(view) => (
          <Show when={app.state.open?.id} keyed>
            <ArtifactView artifact={view()} callId={props.callId} />
          </Show>
        )}
      </Match>
      <Match when={as('web-page')}>{(view) => <WebPageBox page={view()} />}</Match>
    </Switch>
  )
}

const limited = (text: string): string => text.slice(0, MOST_OF_RESULT)

function TextBox(props: { text: string }): JSX.Element {
  return (
    <>
      <pre class="tool-text" tabindex="0" data-find>
        {limited(props.text)}
      </pre>
      <MoreCharacters n={props.text.length - MOST_OF_RESULT} />
    </>
  )
}

function TableBox(props: { table: Shape<'table'> }): JSX.Element {
  return (
    <section class="table-scroll" tabindex="0" aria-label={t('Table')}>
      <table data-find>
        <thead>
          <tr>
            <For each={props.table.columns.slice(0, MOST_COLUMNS)}>{(column) => <th scope="col">{column}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={props.table.rows.slice(0, MOST_ROWS)}>
            {(row) => (
              <tr>
                <For each={row.slice(0, MOST_COLUMNS)}>{(cell) => <td>{cell}</td>}</For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </section>
  )
}

function WebPageBox(props: { page: Shape<'web-page'> }): JSX.Element {
  const host = () => (URL.canParse(props.page.url) ? new URL(props.page.url).host : props.page.url)
  const safe = () => /^https?:/i.test(props.page.url)
  return (
    <div class="web-page">
      <Show when={safe()} fallback={<strong data-find>{showHidden(props.page.title)}</strong>}>
        <a href={props.page.url} target="_blank" rel="noopener noreferrer">
          <span data-find>
            <VisibleText text={props.page.title} />
          </span>{' '}
          <bdi class="link-host">({host()})</bdi>
        </a>
      </Show>
      <TextBox text={props.page.text} />
    </div>
  )
}
