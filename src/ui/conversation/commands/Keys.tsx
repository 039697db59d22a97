import { For, type JSX } from 'solid-js'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut with the key names of this device. */
export function Keys(props: { keys: string }): JSX.Element {
  return (
    <span class="keys">
      <For each={props.keys.split(' ')}>{(key) => <kbd>{isApple && key === 'Ctrl' ? '⌘' : key}</kbd>}</For>
    </span>
  )
}
