import './commands.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { SearchBox } from '../../base/kit/SearchBox.tsx'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { HELP } from './help-answers.ts'
import { Keys } from './Keys.tsx'
import { SHORTCUTS } from './shortcuts.ts'

/** Answers to common questions, and the keyboard shortcuts; searchable, and part of the page, so it works offline. */
export default function HelpDialog(props: { onClose: () => void }): JSX.Element {
  const [query, setQuery] = createSignal('')
  const words = () => query().toLowerCase().split(/\s+/).filter(Boolean)
  /** All words of the query are in the texts, in the language of the page or in English. */
  const matches = (...texts: PlainPhrase[]): boolean => {
    const all = texts.map((text) => `${text} ${t(text)}`.toLowerCase()).join(' ')
    return words().every((word) => all.includes(word))
  }
  const topics = () =>
    HELP.map(({ topic, answers }) => ({ topic, answers: answers.filter((entry) => matches(topic, ...entry)) })).filter(
      ({ answers }) => answers.length > 0,
    )
  const groups = () =>
    SHORTCUTS.map(({ name, rows }) => ({
      name,
      rows: rows.filter(([what]) => matches('Keyboard shortcuts', name, what)),
    })).filter(({ rows }) => rows.length > 0)
  return (
    <Dialog label={t('Help and shortcuts')} class="whole-on-phones help-dialog" onClose={() => props.onClose()}>
      <SearchBox
        label={t('Search the help')}
        placeholder={t('Ask a question, or type a word')}
        most={100}
        autofocus={!matchMedia('(pointer: coarse)').matches}
        value={query()}
        onInput={setQuery}
      />
      <div class="help">
        <For each={topics()}>
          {({ topic, answers }) => (
            <section>
              <h3>{t(topic)}</h3>
              <For each={answers}>
                {([question, answer]) => (
                  <details open={words().length > 0}>
                    <summary>{t(question)}</summary>
                    <p>{t(answer)}</p>
                  </details>
                )}
              </For>
            </section>
          )}
        </For>
        <For each={groups()}>
          {({ name, rows }) => (
            <section class="shortcuts">
              <h3>
                {t('Keyboard shortcuts')} · {t(name)}
              </h3>
              <dl>
                <For each={rows}>
                  {([what, keys]) => (
                    <div>
                      <dt>{t(what)}</dt>
                      <dd>
                        <Keys keys={keys} />
                      </dd>
                    </div>
                  )}
                </For>
              </dl>
            </section>
          )}
        </For>
        <p class="hint" role="status">
          <Show when={topics().length === 0 && groups().length === 0}>{t('No answers found.')}</Show>
        </p>
      </div>
    </Dialog>
  )
}
