import './run-box.css'
import { For, type JSX, Show } from 'solid-js'
import type { Display } from '../../../agent/content.ts'
import { MOST_OF_RESULT } from '../../../search/call-texts.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { MoreCharacters } from './MoreCharacters.tsx'
import { testWords } from './test-words.ts'

type Run = Extract<Display, { shape: 'run' }>

/** Code that was run: console, value and test results. */
export default function RunBox(props: { run: Run }): JSX.Element {
  return (
    <>
      <Show when={props.run.tests}>
        {(tests) => (
          <section class="run-tests" data-failed={tests().failed > 0} aria-label={t('Tests')}>
            <strong>{testWords(tests())}</strong>
            <ul>
              <For each={tests().failures}>
                {(name) => (
                  <li>
                    <span aria-hidden="true">✗ </span>
                    <span data-find>{showHidden(name)}</span>
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </Show>
      <Part label={t('Console')} text={props.run.output} />
      <Part label={t('Result')} text={props.run.value} />
      <Show when={props.run.output === '' && props.run.value === '' && props.run.tests === null}>
        <p class="run-label">{t('No output.')}</p>
      </Show>
    </>
  )
}

/** Lines do not wrap, so that tables in the console stay tables. */
function Part(props: { label: string; text: string }): JSX.Element {
  return (
    <Show when={props.text !== ''}>
      <p class="run-label">{props.label}</p>
      <pre class="tool-text run-text" tabindex="0" data-find>
        {showHidden(props.text.slice(0, MOST_OF_RESULT))}
      </pre>
      <MoreCharacters n={props.text.length - MOST_OF_RESULT} />
    </Show>
  )
}
