import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { VList } from 'virtua/solid'
import type { JournalEntry } from '../../../protocol/inspect.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { inputWords } from './input-words.ts'
import type { Inspection } from './inspection.ts'
import { clock } from './times.ts'

/** Most characters of one input that are shown; the whole input can be copied. */
const SHOWN = 200_000

/** The journal. Only lines near the view are in the page; the chosen line is shown whole. */
export function JournalList(props: { inspection: Inspection }): JSX.Element {
  const [filter, setFilter] = createSignal('')
  const [chosen, setChosen] = createSignal<number | null>(null)
  const shown = createMemo(() => {
    const words = filter().trim().toLowerCase()
    const all = props.inspection.entries()
    return words === '' ? all : all.filter((entry) => isFound(entry, words))
  })
  /** The content of the chosen line; null: loading. Not a resource, which would suspend the whole dialog. */
  const [input, setInput] = createSignal<string | null>(null)
  const [copied, setCopied] = createSignal('')
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('Copied.')
    } catch {
      setCopied('The browser blocked this.')
    }
  }
  const choose = (seq: number): void => {
    setCopied('')
    setInput(null)
    setChosen(chosen() === seq ? null : seq)
    const read = (text: string): void => {
      if (chosen() === seq) setInput(text)
    }
    props.inspection.input(seq).then(read, (error: unknown) => read(messageOf(error)))
  }
  const goTo = (seq: number): void =>
    props.inspection.go(props.inspection.entries().findIndex((entry) => entry.seq === seq))
  return (
    <div class="journal" data-chosen={chosen() !== null}>
      <div class="journal-head">
        <input
          type="search"
          class="input"
          aria-label={t('Filter the journal')}
          placeholder={t('Type of input, or text')}
          value={filter()}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span class="hint" role="status">
          {t('{n} of {all}', { n: shown().length, all: props.inspection.entries().length })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={t('Journal')} class="journal-list">
        <VList data={shown() as JournalEntry[]}>
          {(entry) => (
            <button
              type="button"
              class="journal-entry"
              aria-pressed={chosen() === entry.seq}
              onClick={() => choose(entry.seq)}
            >
              <span class="journal-seq">{entry.seq}</span>
              <span class="journal-time">{clock(entry.at)}</span>
              <span class="journal-type" title={inputWords(entry.type)}>
                {entry.type}
              </span>
              <span class="journal-about">{entry.about}</span>
            </button>
          )}
        </VList>
      </div>
      <Show when={chosen()}>
        {(seq) => (
          <section class="journal-input" aria-label={t('Input {n}', { n: seq() })}>
            <div class="row">
              <button type="button" class="button small" onClick={() => goTo(seq())}>
                {t('Go to this input')}
              </button>
              <button
                type="button"
                class="button small"
                disabled={input() === null}
                onClick={() => void copy(input() ?? '')}
              >
                {t('Copy')}
              </button>
              <button type="button" class="button small ghost" onClick={() => setChosen(null)}>
                {t('Close')}
              </button>
              <span class="hint" role="status">
                {said(copied())}
              </span>
            </div>
            <pre tabindex="0">{cut(input() ?? t('Loading…'))}</pre>
          </section>
        )}
      </Show>
    </div>
  )
}

const isFound = ({ type, about, seq }: JournalEntry, words: string): boolean =>
  type.includes(words) || about.toLowerCase().includes(words) || String(seq) === words

const cut = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN)}\n${t('… and {n} more characters', { n: text.length - SHOWN })}` : text
