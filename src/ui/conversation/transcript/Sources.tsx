import './sources.css'
import { For, type JSX, Show } from 'solid-js'
import type { SourcesBlock } from '../../../agent/content.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { count, t } from '../../base/words/t.ts'
import { linkWords } from '../../rendering/link-words.ts'

type Source = SourcesBlock['sources'][number]

/** Sources beyond this number are folded. */
const SHOWN = 6

/** Sources of an answer, numbered, each with title and host. Both are untrusted text. */
export function Sources(props: { sources: readonly Source[] }): JSX.Element {
  return (
    <details class="sources" aria-label={t('Sources')} open={props.sources.length <= SHOWN}>
      <summary>{count(props.sources.length, '1 source', '{n} sources')}</summary>
      <ol>
        <For each={props.sources}>
          {(source) => (
            <li>
              <Page source={source} />
            </li>
          )}
        </For>
      </ol>
    </details>
  )
}

function Page(props: { source: Source }): JSX.Element {
  const url = () => (URL.canParse(props.source.url) ? new URL(props.source.url) : null)
  const web = () => {
    const parsed = url()
    return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : null
  }
  const words = () => showHidden(props.source.title ?? url()?.host ?? '')
  return (
    <Show when={web()} fallback={<bdi>{words()}</bdi>}>
      {(to) => {
        const where = () => {
          const { place, carriesData } = linkWords(words(), to())
          return showHidden([place, carriesData ? 'carries data' : null].filter((said) => said !== null).join(', '))
        }
        return (
          <a href={to().href} target="_blank" rel="noopener noreferrer" title={to().href.slice(0, 500)}>
            <bdi>{words()}</bdi>
            <Show when={where() !== ''}>
              <bdi class="source-host"> ({where()})</bdi>
            </Show>
          </a>
        )
      }}
    </Show>
  )
}
