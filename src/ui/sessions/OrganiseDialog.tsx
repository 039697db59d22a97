import './organise.css'
import './tag-filter.css'
import { createEffect, createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import { Virtualizer, type VirtualizerHandle } from 'virtua/solid'
import type { SessionItem } from '../../protocol/common.ts'
import { fold } from '../../search/fold.ts'
import { Dialog } from '../base/kit/Dialog.tsx'
import { SearchBox } from '../base/kit/SearchBox.tsx'
import { useApp } from '../base/state/app-context.ts'
import { familyOf, oneOfEach } from '../base/state/variants.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { sessionTitle } from '../base/words/session-title.ts'
import { count, t } from '../base/words/t.ts'
import { OrganiseBar } from './OrganiseBar.tsx'
import { createRoving } from './roving.ts'
import { sessionWords } from './session-words.ts'
import { livingTags, tagsOf } from './tags.ts'

/** Sessions to list: those with a tag (`tag:<name>`), all, or archived ones. */
type Shown = 'all' | 'archived' | `tag:${string}`

/**
 * All sessions, to choose many at once: with Shift and the mouse, with Shift and the arrow keys, or all listed
 * sessions.
 */
export default function OrganiseDialog(props: { chosen: string | null; onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const [query, setQuery] = createSignal('')
  const [wished, setShown] = createSignal<Shown>('all')
  const tagNames = createMemo(() => livingTags(state.preferences.tags, state.sessions ?? []).map(({ name }) => name))
  /** A tag may be removed while its sessions are shown. */
  const shown = createMemo(() => {
    const name = wished()
    return name.startsWith('tag:') && !tagNames().includes(name.slice(4)) ? 'all' : name
  })
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set(props.chosen === null ? [] : [props.chosen]))
  const now = Date.now()
  const archived = createMemo(() => new Set(state.preferences.archived))
  const tagged = createMemo(() => {
    const name = shown().startsWith('tag:') ? shown().slice(4) : null
    return new Set(state.preferences.tags.find((tag) => tag.name === name)?.sessions)
  })
  const known = createMemo(() =>
    oneOfEach(state.sessions ?? [], state.open?.id ?? null).filter(({ damaged, untouched }) => !damaged && !untouched),
  )
  const listed = createMemo(() => {
    const words = fold(query()).split(/\s+/).filter(Boolean)
    return known().filter((item) => {
      const family = familyOf(item)
      if (shown() === 'archived' ? !archived().has(family) : shown() !== 'all' && !tagged().has(family)) return false
      const title = fold(sessionTitle(item.title))
      return words.every((word) => title.includes(word))
    })
  })
  const byId = createMemo(() => new Map(known().map((item) => [item.id, item])))
  const ids = createMemo(() => listed().map(({ id }) => id))
  /** Sessions that are not listed are never acted on: nobody sees them. */
  const acted = createMemo(() => listed().filter(({ id }) => chosen().has(id)))
  let list: VirtualizerHandle | undefined
  /** Session at which a Shift selection starts. */
  let from = props.chosen
  const roving = createRoving({
    lines: ids,
    isStop: () => true,
    open: () => props.chosen,
    reveal: (place) => list?.scrollToIndex(place, { align: 'nearest' }),
    target: 'input',
  })
  const choose = (some: readonly string[], on: boolean): void => {
    const next = new Set(chosen())
    for (const id of some) on ? next.add(id) : next.delete(id)
    setChosen(next)
  }
  const toggle = (id: string, on: boolean, range: boolean): void => {
    const [a, b] = [ids().indexOf(from ?? id), ids().indexOf(id)].sort((one, other) => one - other)
    choose(range && a !== undefined && a >= 0 ? ids().slice(a, (b ?? a) + 1) : [id], on)
    if (!range) from = id
  }
  const all = () => acted().length === listed().length && listed().length > 0
  const onKey = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      return choose(ids(), true)
    }
    const id = (event.target as Element).closest<HTMLElement>('[data-line]')?.dataset['line']
    if (event.shiftKey && id !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = ids()[ids().indexOf(id) + (event.key === 'ArrowDown' ? 1 : -1)]
      choose(next === undefined ? [id] : [id, next], true)
      return roving.onKey(withoutShift(event))
    }
    roving.onKey(event)
  }
  const views = (): Shown[] => ['all', 'archived', ...tagNames().map((name): Shown => `tag:${name}`)]
  const labelOf = (view: Shown): string =>
    view === 'all' ? t('All') : view === 'archived' ? t('Archived') : showHidden(view.slice(4))
  return (
    <Dialog label={t('All sessions')} class="whole-on-phones organise" onClose={() => props.onClose()}>
      <SearchBox
        label={t('Find by title')}
        most={200}
        autofocus={!matchMedia('(pointer: coarse)').matches}
        value={query()}
        onInput={setQuery}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={t('Shown')} class="tag-filter">
        <For each={views()}>
          {(name) => (
            <button type="button" class="tag" aria-pressed={shown() === name} onClick={() => setShown(name)}>
              <bdi>{labelOf(name)}</bdi>
            </button>
          )}
        </For>
      </div>
      <label class="organise-all">
        <input
          type="checkbox"
          checked={all()}
          // no attribute sets this, only the property
          ref={(box) => createEffect(() => (box.indeterminate = acted().length > 0 && !all()))}
          disabled={listed().length === 0}
          onChange={(event) => choose(ids(), event.currentTarget.checked)}
        />
        <span role="status" aria-label={t('Selected')}>
          {acted().length > 0
            ? t('{n} of {all} selected', { n: acted().length, all: listed().length })
            : count(listed().length, '1 session.', '{n} sessions.')}
        </span>
      </label>
      {/* biome-ignore lint/a11y/useSemanticElements: its items are rows of a virtual list */}
      <div role="group" aria-label={t('Sessions')} class="organise-list" onKeyDown={onKey} onFocusIn={roving.onFocus}>
        <Virtualizer
          ref={(handle) => (list = handle)}
          as="ul"
          item="li"
          data={ids()}
          itemSize={44}
          keepMounted={roving.kept()}
        >
          {(id) => (
            <Show when={byId().get(id)}>
              {(item) => (
                <Row
                  item={item()}
                  now={now}
                  tags={tagsOf(state.preferences.tags, familyOf(item()))}
                  chosen={chosen().has(id)}
                  stop={roving.stop() === id}
                  onChoose={(on, range) => toggle(id, on, range)}
                />
              )}
            </Show>
          )}
        </Virtualizer>
      </div>
      <OrganiseBar chosen={acted()} archived={shown() === 'archived'} onDone={() => setChosen(new Set<string>())} />
    </Dialog>
  )
}

function Row(props: {
  item: SessionItem
  now: number
  tags: string[]
  chosen: boolean
  stop: boolean
  onChoose: (on: boolean, range: boolean) => void
}): JSX.Element {
  const title = () => sessionTitle(props.item.title)
  /** A change event does not tell whether Shift was held; the click before it does. */
  let shift = false
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only notes whether Shift is held; what is pressed is the box in it
    <label class="organise-row" data-line={props.item.id} onClick={(event) => (shift = event.shiftKey || shift)}>
      <input
        type="checkbox"
        aria-label={title()}
        tabindex={props.stop ? 0 : -1}
        checked={props.chosen}
        onChange={(event) => {
          props.onChoose(event.currentTarget.checked, shift)
          shift = false
        }}
      />
      <span class="ellipsis">{title()}</span>
      <For each={props.tags}>
        {(name) => (
          <span class="tag-mark">
            <bdi>{showHidden(name)}</bdi>
          </span>
        )}
      </For>
      <span class="hint">{sessionWords(props.item, { now: props.now })}</span>
    </label>
  )
}

/** The event as if Shift were not held: the list moves by arrow keys without Shift only. */
const withoutShift = <E extends KeyboardEvent>(event: E): E =>
  new Proxy(event, {
    get: (target, key) => {
      if (key === 'shiftKey') return false
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
