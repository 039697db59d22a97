import { isComposing } from '../../base/kit/is-composing.ts'
import './commands.css'
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from 'solid-js'
import { createDrawn } from '../../base/kit/after-frame.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { matching } from '../../base/kit/match.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { type Command, useCommands } from './commands.ts'
import { Keys } from './Keys.tsx'

const MOST_SESSIONS = 8
/**
 * Lines that the tallest phone shows at once: the others are drawn after the first frame, or as soon as the person
 * types or moves.
 */
const IN_SIGHT = 18

/** All commands, found by typing a part of their name. The chosen command runs when the dialog is closed. */
export default function CommandPalette(props: { onBegin: () => void; onClose: () => void }): JSX.Element {
  const id = createUniqueId()
  const before = document.activeElement
  const { here, sessions } = useCommands(props.onBegin)
  const [query, setQuery] = createSignal('')
  const [place, setPlace] = createSignal(0)
  const drawn = createDrawn()
  const whole = createMemo(() => drawn() || query() !== '' || place() > 0)
  let list: HTMLDivElement | undefined
  const all = here()
  const titles = sessions()
  const groups = createMemo(() => [
    { name: t('Commands'), items: matching(all, query()) },
    { name: t('Sessions'), items: query().trim() === '' ? [] : matching(titles, query()).slice(0, MOST_SESSIONS) },
  ])
  const flat = createMemo(() => groups().flatMap(({ items }) => items))
  const go = (to: number): void => {
    const count = flat().length
    if (count === 0) return
    setPlace((to + count) % count)
    list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    props.onClose()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    command.run()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') go(place() + 1)
    else if (event.key === 'ArrowUp') go(place() - 1)
    else if (event.key === 'Enter') run(flat()[place()])
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={t('Commands')} class="whole-on-phones commands-dialog" onClose={() => props.onClose()}>
      <input
        type="text"
        role="combobox"
        autofocus
        class="input"
        aria-label={t('Command')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={flat().length > 0 ? `${id}-${place()}` : undefined}
        placeholder={t('What do you want to do?')}
        autocomplete="off"
        spellcheck={false}
        maxlength="200"
        value={query()}
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setPlace(0)
        }}
        onKeyDown={onKey}
      />
      <p class="hint commands-none" role="status" aria-label={t('Found')}>
        {flat().length === 0 ? t('No settings found.') : ''}
      </p>
      <div class="commands" ref={list} id={id} role="listbox" aria-label={t('Commands')} tabindex="-1">
        <For each={groups()}>
          {({ name, items }, group) => (
            <Show when={items.length > 0}>
              {/* biome-ignore lint/a11y/useSemanticElements: a group of options */}
              <div role="group" aria-label={name}>
                <p class="hint" aria-hidden="true">
                  {name}
                </p>
                <For each={whole() ? items : items.slice(0, IN_SIGHT)}>
                  {(command, index) => {
                    const at = () => (group() === 0 ? 0 : (groups()[0]?.items.length ?? 0)) + index()
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which has the focus
                      // biome-ignore lint/a11y/useFocusableInteractive: the box points to it
                      <div
                        role="option"
                        id={`${id}-${at()}`}
                        class="command"
                        tabindex="-1"
                        aria-selected={at() === place()}
                        onPointerMove={() => setPlace(at())}
                        onClick={() => run(command)}
                      >
                        <span class="ellipsis">{showHidden(command.label)}</span>
                        <Show when={command.keys}>{(keys) => <Keys keys={keys()} />}</Show>
                      </div>
                    )
                  }}
                </For>
              </div>
            </Show>
          )}
        </For>
      </div>
    </Dialog>
  )
}
