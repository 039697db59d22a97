import './tool-arguments.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { showHidden } from '../kit/hidden-signs.ts'
import { VisibleText } from '../kit/VisibleText.tsx'
import { DiffBox } from '../rendering/DiffBox.tsx'
import { t } from '../words/t.ts'
import { argumentWords } from './argument-words.ts'
import { argumentsOf, prettyArguments, replacementIn } from './call-arguments.ts'

/** Characters and lines of a replacement that are compared; longer ones stand one below the other, whole. */
const COMPARED = 20_000
const LINES = 1000

/**
 * The arguments of a call as people read them: by their names, a replacement as what goes and what comes; as the tool gets them one click
 * away. Contract: nothing of them is left out, since a person decides by what stands here. `shorten` may cut what was decided long ago.
 */
export function ToolArguments(props: { args: string; shorten?: (text: string) => string }): JSX.Element {
  const short = (text: string): string => props.shorten?.(text) ?? text
  const list = createMemo(() => argumentsOf(props.args))
  const replacement = createMemo(() => {
    const found = replacementIn(props.args)
    const text = found === null ? '' : found.before + found.after
    if (found === null || text.length > COMPARED || text.split('\n').length > LINES) return null
    // lines of a comparison are text as it is: what is hidden in them is written out here
    return { path: found.path, before: showHidden(found.before), after: showHidden(found.after) }
  })
  const shown = () =>
    (list() ?? []).filter(({ name }) => replacement() === null || !['path', 'old_text', 'new_text'].includes(name))
  const asSent = (): JSX.Element => (
    <pre class="tool-args" tabindex="0">
      <VisibleText text={short(prettyArguments(props.args))} />
    </pre>
  )
  return (
    <Show when={list()?.length} fallback={asSent()}>
      <div class="tool-arguments">
        <Show when={replacement()}>{(diff) => <DiffBox diff={diff()} />}</Show>
        <dl>
          <For each={shown()}>
            {({ name, kind, text }) => (
              <div data-kind={kind}>
                <dt>
                  <VisibleText text={argumentWords(name)} />
                </dt>
                <dd>
                  <Show
                    when={kind !== 'line'}
                    fallback={
                      <Show when={text !== ''} fallback={<span class="hint">{t('empty')}</span>}>
                        <VisibleText text={text} />
                      </Show>
                    }
                  >
                    <pre class="tool-args" tabindex="0">
                      <VisibleText text={short(text)} />
                    </pre>
                  </Show>
                </dd>
              </div>
            )}
          </For>
        </dl>
        <details>
          <summary>{t('As the tool gets it')}</summary>
          {asSent()}
        </details>
      </div>
    </Show>
  )
}
