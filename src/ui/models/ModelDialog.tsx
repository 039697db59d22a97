import './model-dialog.css'
import { createEffect, createMemo, createSignal, createUniqueId, For, type JSX, on, onMount, Show } from 'solid-js'
import type { ModelsView } from '../../protocol/models-view.ts'
import type { ModelChoice } from '../../settings/preferences.ts'
import type { Provider } from '../../settings/provider.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useModels } from '../state/models.ts'
import { ModelOptionRow } from './ModelOptionRow.tsx'
import { type ModelOption, modelSections } from './model-sections.ts'

const PAGE = 8

/** All models of all providers, or of one that need not be saved, to search and to choose from. Any other name may be typed. */
export default function ModelDialog(props: {
  label: string
  of?: Provider
  current: ModelChoice | null
  onPick: (choice: ModelChoice) => void
  onClose: () => void
}): JSX.Element {
  const { state, actions } = useApp()
  const modelsOf = useModels()
  const list = createUniqueId()
  const [view, setView] = createSignal<ModelsView | null>(null)
  const [problem, setProblem] = createSignal('')
  const [query, setQuery] = createSignal('')
  const [at, setAt] = createSignal(0)
  let box: HTMLInputElement | undefined
  let dialog: HTMLDialogElement | null | undefined

  onMount(async () => {
    dialog = box?.closest('dialog')
    try {
      setView(await modelsOf(props.of, false))
      // what providers say of their models grows old
      if (props.of === undefined) setView(await modelsOf(undefined, true))
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  const favourites = () => state.preferences.favouriteModels
  const sections = createMemo(() => {
    const now = view()
    const recent = state.preferences.recentModels
    const only = (choices: readonly ModelChoice[]) =>
      choices.filter(({ providerId }) => props.of === undefined || providerId === props.of.id)
    const chosen = { favourites: only(favourites()), recent: only(recent), current: props.current }
    return now === null ? [] : modelSections(now, query(), chosen)
  })
  const options = createMemo(() => sections().flatMap((section) => section.options))
  const active = () => options()[at()]
  createEffect(on(query, () => setAt(0), { defer: true }))
  // a list that came anew may be shorter
  createEffect(() => {
    if (at() >= options().length) setAt(Math.max(0, options().length - 1))
  })
  const idOf = (place: number): string => `${list}-${place}`
  createEffect(() => {
    if (view() !== null) document.getElementById(idOf(at()))?.scrollIntoView({ block: 'nearest' })
  })

  const isFavourite = ({ providerId, model }: ModelOption): boolean =>
    favourites().some((known) => known.providerId === providerId && known.model === model.id)
  const toggle = (option: ModelOption): void => {
    const choice = choiceOf(option)
    const others = favourites().filter(
      (known) => known.providerId !== choice.providerId || known.model !== choice.model,
    )
    void actions.setPreferences({
      favouriteModels: (isFavourite(option) ? others : [...others, choice]).slice(-100).map(copy),
    })
  }
  const pick = (option: ModelOption): void => {
    const choice = choiceOf(option)
    if (props.of === undefined) {
      const others = state.preferences.recentModels.filter(
        ({ providerId, model }) => providerId !== choice.providerId || model !== choice.model,
      )
      void actions.setPreferences({ recentModels: [choice, ...others].slice(0, 10).map(copy) })
    }
    props.onPick(choice)
    dialog?.close()
  }
  const move = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
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
      // also where there is nothing to choose: the form beneath is not what is meant
      event.preventDefault()
      if (option !== undefined) pick(option)
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
          aria-label="Find a model"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active() === undefined ? undefined : idOf(at())}
          placeholder="Name, provider, images, free …"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxlength="200"
          value={query()}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={move}
        />
        <div id={list} class="model-list" role="listbox" aria-label="Models" tabindex="-1">
          <For each={sections()}>
            {(section) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
              <div role="group" aria-label={section.title}>
                <p class="model-section" aria-hidden="true">
                  {section.title}
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
                  <p class="hint model-more">{section.more} more: type to find them</p>
                </Show>
              </div>
            )}
          </For>
        </div>
        <div class="model-foot">
          <p class="hint" role="status" aria-label="Found">
            {foundWords(problem(), view(), options().length)}
          </p>
          <Show when={active()}>
            {(option) => (
              <button
                type="button"
                class="button small"
                aria-pressed={isFavourite(option())}
                aria-label={`Favourite ${option().model.id}`}
                onClick={() => toggle(option())}
              >
                {isFavourite(option()) ? 'Not a favourite' : 'Favourite'}
              </button>
            )}
          </Show>
        </div>
      </div>
    </Dialog>
  )
}

const choiceOf = ({ providerId, model }: ModelOption): ModelChoice => ({ providerId, model: model.id })
/** What is in the store cannot cross to the worker. */
const copy = ({ providerId, model }: ModelChoice): ModelChoice => ({ providerId, model })

function foundWords(problem: string, view: ModelsView | null, count: number): string {
  if (problem !== '') return problem
  if (view === null) return 'Loading…'
  if (count === 0) return 'No model has this name. Type one to use it.'
  const { date } = view.catalogue
  return `Facts: your own, the providers’, and a catalogue of ${date}.`
}
