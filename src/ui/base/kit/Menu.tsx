import './menu.css'
import { createEffect, createSignal, createUniqueId, For, type JSX, onCleanup, Show } from 'solid-js'
import { IconButton } from './IconButton.tsx'

/** `items`: a second list, shown in place of the first when this item is pressed. */
export type MenuItem = { label: string; danger?: boolean } & ({ run: () => void } | { items: () => MenuItem[] })

/** Room between the menu and the edge of the view, in px. */
const EDGE = 8

/**
 * A button with a small menu. Arrow keys, Home and End move, Escape and a click elsewhere close, the focus returns to
 * the button. From a second list Escape and the left arrow lead back to the first.
 */
export function Menu(props: {
  label: string
  icon: JSX.Element
  items: MenuItem[]
  /** Its button is reached by other keys than Tab. */
  beside?: boolean
  /** The menu begins at its button and reaches to the end of the line. */
  forth?: boolean
  /** It does not open now; its button keeps the focus. */
  off?: boolean
}): JSX.Element {
  const id = createUniqueId()
  const [open, setOpen] = createSignal(false)
  const [second, setSecond] = createSignal<MenuItem[] | null>(null)
  let root: HTMLDivElement | undefined
  const items = (): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const outside = (event: PointerEvent): void => {
    if (!root?.contains(event.target as Node)) setOpen(false)
  }
  const close = (): void => {
    setOpen(false)
    root?.querySelector('button')?.focus()
  }
  /**
   * Placed below its button, or above where there is no room, always fully in view. It lies above everything, whatever
   * clips its parent.
   */
  const place = (): void => {
    const menu = root?.querySelector<HTMLElement>('[role=menu]')
    const button = root?.querySelector('button')?.getBoundingClientRect()
    if (!menu || !button) return
    if (!menu.matches(':popover-open')) menu.showPopover()
    const { width, height } = menu.getBoundingClientRect()
    const below = button.bottom + height + EDGE <= innerHeight
    menu.style.top = `${below ? button.bottom : Math.max(EDGE, button.top - height)}px`
    const end = props.forth ? button.left + width : button.right
    menu.style.left = `${Math.max(EDGE, Math.min(end, innerWidth - EDGE) - width)}px`
  }
  const show = (): void => {
    if (props.off) return
    setSecond(null)
    setOpen(!open())
    if (open()) begin(0)
  }
  const begin = (at: number): void =>
    queueMicrotask(() => {
      place()
      items()[at]?.focus({ preventScroll: true })
    })
  const back = (): void => {
    const at = props.items.findIndex((item) => 'items' in item)
    setSecond(null)
    begin(at)
  }
  const press = (item: MenuItem): void => {
    if ('run' in item) {
      close()
      item.run()
    } else {
      setSecond(item.items())
      begin(0)
    }
  }
  createEffect(() => {
    if (!open()) return
    const moved = { capture: true, passive: true } as const
    addEventListener('scroll', place, moved)
    addEventListener('resize', place)
    document.addEventListener('pointerdown', outside)
    onCleanup(() => {
      document.removeEventListener('pointerdown', outside)
      removeEventListener('scroll', place, moved)
      removeEventListener('resize', place)
    })
  })
  const move = (by: number): void => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + by + all.length) % all.length]?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (!open()) return
    if (event.key === 'Tab') return void setOpen(false)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Home') items()[0]?.focus()
    else if (event.key === 'End') items().at(-1)?.focus()
    else if (second() && (event.key === 'Escape' || event.key === 'ArrowLeft')) back()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu and its button, which are focused inside
    <div ref={root} class="menu" onKeyDown={onKey}>
      <IconButton
        label={props.label}
        aria-haspopup="menu"
        aria-disabled={props.off}
        aria-expanded={open()}
        aria-controls={id}
        tabindex={props.beside ? -1 : undefined}
        onClick={show}
      >
        {props.icon}
      </IconButton>
      <Show when={open()}>
        <div role="menu" id={id} popover="manual" class="menu-list" aria-label={props.label}>
          <For each={second() ?? props.items}>
            {(item) => (
              <button
                type="button"
                role="menuitem"
                tabindex="-1"
                classList={{ danger: item.danger === true }}
                aria-haspopup={'items' in item ? 'menu' : undefined}
                onClick={() => press(item)}
              >
                {item.label}
              </button>
            )}
          </For>
        </div>
      </Show>
    </div>
  )
}
