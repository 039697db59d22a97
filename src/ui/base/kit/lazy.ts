import { type Component, createComponent, createMemo, createResource, type JSX } from 'solid-js'
import { t } from '../words/t.ts'

/**
 * A component whose code is loaded when it is first shown; until then the nearest `Suspense` waits. Unlike Solid's own
 * `lazy`, each place waits for itself. With Solid's, the first place waits for all: if it is removed meanwhile (a row
 * of the virtual list), the others stay empty for good, without a result or a button to approve a call. If the code
 * cannot be loaded, a message is shown in its place only.
 */
export function lazy<Props extends Record<string, unknown>>(
  load: () => Promise<{ default: Component<Props> }>,
): Component<Props> {
  let loaded: Component<Props> | undefined
  let loading: Promise<Component<Props>> | undefined
  const begin = (): Promise<Component<Props>> => {
    loading ??= load().then(
      (code) => {
        loaded = code.default
        return loaded
      },
      (error: unknown) => {
        // the next place tries again
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return (props) => {
    if (loaded) return createComponent(loaded, props)
    const [component] = createResource(begin)
    return createMemo(() => {
      if (component.error !== undefined) return missing()
      const code = component()
      return code && createComponent(code, props)
    }) as unknown as JSX.Element
  }
}

function missing(): Node {
  const words = document.createElement('p')
  words.className = 'hint'
  words.setAttribute('role', 'alert')
  words.textContent = t('Couldn’t load this part of the app. Reload the page.')
  return words
}
