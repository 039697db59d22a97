import { isComposing } from '../../base/kit/is-composing.ts'
import { useAsk } from '../../base/state/ask.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import './model-dialog.css'
import { createEffect, createMemo, createSignal, createUniqueId, For, type JSX, on, onMount, Show } from 'solid-js'
import type { ModelsView } from '../../../protocol/models.ts'
import type { ModelChoice } from '../../../settings/preferences.ts'
import type { Provider } from '../../../settings/provider.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'
import { choiceOf, useChosenModels } from './chosen-models.ts'
import { ModelOptionRow } from './ModelOptionRow.tsx'
import { modelLost } from './model-lost.ts'
import { type ModelOption, modelSections } from './model-sections.ts'

const PAGE = 8

/** All models of all providers, or of one that may be unsaved, with a search. Any other name can be typed. */
export default function ModelDialog(props: {
  label: string
  of?: Provider
  current: ModelChoice | null
  onPick: (choice: ModelChoice) => void
  onClose: () => void
}): JSX.Element {
  const { state, openDialog } = useApp()
  const ask = useAsk()
  const list = createUniqueId()
  const [view, setView] = createSignal<ModelsView | null>(null)
  const [problem, setProblem] = createSignal('')
  const [query, setQuery] = createSignal('')
  const [at, setAt] = createSignal(0)
  let box: HTMLInputElement | undefined
  let dialog: HTMLDialogElement | null | undefined
  /** Enter was pressed before the list had loaded: choose its first match. */
  let isAhead = false

  onMount(async () => {
    dialog = box?.closest('dialog')
    try {
      setView(await ask({ kind: 'models', again: false, ...(props.of && { of: props.of }) }))
      // the providers’ lists may be out of date
      if (props.of === undefined && dialog?.open === true) setView(await ask({ kind: 'models', again: true }))
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  const { isFavourite, toggle, remember, chosen } = useChosenModels()
  const sections = createMemo(() => {
    const now = view()
    return now === null ? [] : modelSections(now, query(), { ...chosen(props.of?.id), current: props.current })
  })
  const options = createMemo(() => sections().flatMap((section) => section.options))
  const active = () => options()[at()]
  createEffect(
    on([query, options], ([words, now], was) => {
      if (was === undefined) return
      const [wordsBefore, before] = was
      if (words === wordsBefore) {
        setAt(placeOf(before[at()], now, at()))
        const meant = active()
        if (!isAhead || meant === undefined) return
        isAhead = false
        pick(meant)
      } else {
        isAhead = false
        setAt(0)
      }
    }),
  )
  const idOf = (place: number): string => `${list}-${place}`
  createEffect(() => {
    if (view() !== null) document.getElementById(idOf(at()))?.scrollIntoView({ block: 'nearest' })
  })

  const pick = (option: ModelOption): void => {
    const choice = choiceOf(option)
    if (props.of === undefined) remember(choice)
    props.onPick(choice)
    dialog?.close()
  }
  const move = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const last = options().length - 1
    const option = active()
    const to = {
      ArrowDown: at() >= last ? 0 : at() + 1,
      ArrowUp: at() <= 0 ? last : at() - 1,
      PageDown: Math.min(last, at() + PAGE),
      PageUp: Math.max(0, at() - PAGE),
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setAt(Math.max(0, to))
    } else if (event.key === 'Enter') {
      // even without a match: Enter must not submit the form below
      event.preventDefault()
      if (option !== undefined) pick(option)
      else isAhead = view() === null && query().trim() !== ''
    }
  }
  return (
    <Dialog label={props.label} class="whole-on-phones model-dialog" onClose={props.onClose}>
      <div class="models">
        <input
          ref={box}
          class="input"
          type="text"
          role="combobox"
          autofocus
          aria-label={t('Find a model')}
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active() === undefined ? undefined : idOf(at())}
          placeholder={t('Name, provider, images, free…')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxlength="200"
          value={query()}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={move}
        />
        <div id={list} class="model-list" role="listbox" aria-label={t('Models')} tabindex="-1">
          <For each={sections()}>
            {(section) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
              <div role="group" aria-label={showHidden(section.title)}>
                <p class="model-section" aria-hidden="true">
                  {showHidden(section.title)}
                </p>
                <For each={section.options}>
                  {(option) => {
                    const place = () => options().indexOf(option)
                    return (
                      <ModelOptionRow
                        id={idOf(place())}
                        option={option}
                        active={option === active()}
                        current={
                          option.providerId === props.current?.providerId && option.model.id === props.current.model
                        }
                        favourite={isFavourite(option)}
                        foreign={section.title !== option.provider}
                        onPoint={() => setAt(place())}
                        onPick={() => pick(option)}
                        onToggle={() => toggle(option)}
                      />
                    )
                  }}
                </For>
                <Show when={section.more > 0}>
                  <p class="hint model-more">{t('{n} more: type to find them', { n: section.more })}</p>
                </Show>
              </div>
            )}
          </For>
        </div>
        <div class="model-foot">
          <div class="model-foot-words">
            <p class="hint" role="status" aria-label={t('Found')}>
              {foundWords(problem(), view(), options().length)}
            </p>
            <p class="hint">{t('Prices are per million tokens.')}</p>
          </div>
          <Show when={active()}>
            {(option) => (
              <button
                type="button"
                class="button small"
                aria-pressed={isFavourite(option())}
                aria-label={t('Favourite {model}', { model: showHidden(option().model.id) })}
                onClick={() => toggle(option())}
              >
                {isFavourite(option()) ? t('Not a favourite') : t('Favourite')}
              </button>
            )}
          </Show>
          <Show when={props.of === undefined && modelLost(state) !== null}>
            <button
              type="button"
              class="button small"
              onClick={() => {
                dialog?.close()
                openDialog('add-provider-here')
              }}
            >
              {t('Add provider')}
            </button>
          </Show>
        </div>
      </div>
    </Dialog>
  )
}

/** The place of the active option in a new list: a model may be in several sections, or in none. */
function placeOf(pointed: ModelOption | undefined, options: ModelOption[], at: number): number {
  const places = options.flatMap(({ providerId, model }, place) =>
    providerId === pointed?.providerId && model.id === pointed.model.id ? [place] : [],
  )
  const nearest = places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]
  return nearest ?? Math.max(0, Math.min(at, options.length - 1))
}

function foundWords(problem: string, view: ModelsView | null, count: number): string {
  if (problem !== '') return problem
  if (view === null) return t('Loading…')
  if (count === 0) return t('No model matches. Type the full name to use it.')
  const { date } = view.catalogue
  return t('Details come from you, the providers and a catalogue of {date}.', { date })
}
