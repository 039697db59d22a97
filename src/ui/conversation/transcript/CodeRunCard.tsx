import '../../base/kit/tool-card.css'
import './code-run-card.css'
import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import ChevronRight from '~icons/lucide/chevron-right'
import Code from '~icons/lucide/code'
import type { CodeRunBlock } from '../../../agent/content.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import CodeText from '../../rendering/CodeText.tsx'

/** Code that the provider ran while it answered, and its output. Both are untrusted text. */
export function CodeRunCard(props: { run: CodeRunBlock; growing: boolean }): JSX.Element {
  const [open, setOpen] = createSignal(false)
  const state = (): PlainPhrase => {
    if (props.run.output === null) return props.growing ? 'Running' : 'No result'
    return props.run.failed ? 'Error' : 'Done'
  }
  const firstLine = () => props.run.code.trimStart().split('\n', 1)[0]?.slice(0, 200) ?? ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and lays out by rules of its own
    <div role="group" aria-label={t('Code run by the provider')} class="tool-card" data-state={state()} data-run>
      <details class="tool-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="tool-head">
          <Code size={15} />
          <span class="tool-name">{t('Code run by the provider')}</span>
          <span class="tool-argument">{showHidden(firstLine())}</span>
          <span class="tool-state">{t(state())}</span>
          <ChevronRight size={14} class="tool-chevron" />
        </summary>
        <Show when={open()}>
          <Suspense
            fallback={
              <pre class="tool-text" data-find>
                {showHidden(props.run.code)}
              </pre>
            }
          >
            <CodeText text={showHidden(props.run.code)} language={props.run.language} class="tool-text" found />
          </Suspense>
          <Show when={props.run.output !== null}>
            <p class="run-output-label">{t('Output')}</p>
            <pre class="tool-text" tabindex="0" data-find={props.run.output !== '' || undefined}>
              {showHidden(props.run.output ?? '') || t('No output.')}
            </pre>
          </Show>
        </Show>
      </details>
    </div>
  )
}
