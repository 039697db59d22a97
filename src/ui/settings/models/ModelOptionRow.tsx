import { type JSX, Show } from 'solid-js'
import Star from '~icons/lucide/star'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { joined } from '../../base/words/joined.ts'
import { t } from '../../base/words/t.ts'
import type { ModelOption } from './model-sections.ts'
import { abilities, priceWords, windowWords } from './model-words.ts'

/** A model in the list: its name, abilities, window and price, and whether it is a favourite. */
export function ModelOptionRow(props: {
  id: string
  option: ModelOption
  active: boolean
  current: boolean
  favourite: boolean
  /** It is under a heading other than its provider’s. */
  foreign: boolean
  onPoint: () => void
  onPick: () => void
  onToggle: () => void
}): JSX.Element {
  const model = () => props.option.model
  const notes = () =>
    [
      props.foreign ? props.option.provider : '',
      model().name === null ? '' : model().id,
      joined(abilities(model()).map((ability) => t(ability))),
    ].filter((part) => part !== '')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus, and its keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      id={props.id}
      role="option"
      class="model-option"
      aria-selected={props.active}
      data-current={props.current || undefined}
      onPointerMove={() => props.onPoint()}
      onClick={() => props.onPick()}
    >
      <span class="model-words">
        <span class="model-name">
          <bdi>
            {showHidden(props.option.typed ? t('Use “{model}”', { model: model().id }) : (model().name ?? model().id))}
          </bdi>
          <Show when={props.current}>
            <span class="badge">{t('In use')}</span>
          </Show>
        </span>
        <span class="hint">{showHidden(notes().join(' · '))}</span>
      </span>
      <span class="model-figures">
        <span>{windowWords(model())}</span>
        <span>{priceWords(model(), props.option.local)}</span>
      </span>
      <span
        class="model-star"
        aria-hidden="true"
        title={props.favourite ? t('Not a favourite') : t('Favourite')}
        data-on={props.favourite || undefined}
        onClick={(event) => {
          event.stopPropagation()
          props.onToggle()
        }}
      >
        <Star size={18} />
      </span>
    </div>
  )
}
