import './code.css'
import './markdown.css'
import './table-scroll.css'
import { createEffect, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import type { SourceMark } from '../../agent/sources.ts'
import { directionOf } from '../base/kit/text-direction.ts'
import type { App } from '../base/state/app-context.ts'
import { locale } from '../base/words/language.ts'
import { LongText } from './LongText.tsx'
import type { MarkdownView } from './markdown.ts'

type Renderer = Pick<typeof import('./markdown.ts'), 'makeMarkdownView'> &
  Pick<typeof import('./pointed/session-files.ts'), 'createSessionFiles'>
let loaded: Renderer | null = null
let loading: Promise<void> | null = null
const [ready, setReady] = createSignal(false)

/** Fetches the renderer, once. */
function preloadMarkdown(): Promise<void> {
  loading ??= Promise.all([import('./markdown.ts'), import('./pointed/session-files.ts')]).then(([view, files]) => {
    loaded = { makeMarkdownView: view.makeMarkdownView, createSessionFiles: files.createSessionFiles }
    setReady(true)
  })
  return loading
}

const [awaited, setAwaited] = createSignal(false)
/** The first text of the page waits for its renderer: shown plain, it would move when the renderer arrives. */
export const isTextAwaited = awaited

/**
 * Fetches the renderer, and holds text back until it is there, at most `patience` ms. Rejects if it cannot be fetched:
 * text is then shown plain.
 */
export async function awaitMarkdown(patience: number): Promise<void> {
  setAwaited(true)
  const timer = setTimeout(() => setAwaited(false), patience)
  try {
    await preloadMarkdown()
  } finally {
    clearTimeout(timer)
    setAwaited(false)
  }
}

/**
 * Markdown of a model or a file, sanitised; plain text until the renderer is there. `growing`: text is still being
 * appended. `marks`: pages that the text cites. `isFile`: its newlines are spaces. `app`: its links and pictures may
 * point at files of the open session.
 */
export function Markdown(props: {
  text: string
  growing: boolean
  marks?: readonly SourceMark[] | undefined
  isFile?: boolean
  app?: App
}): JSX.Element {
  preloadMarkdown().catch((error: unknown) => console.error('The text is shown without formatting', error))
  const mount = (host: HTMLDivElement): void => {
    if (loaded === null) return
    const files = props.app ? loaded.createSessionFiles(props.app, host) : undefined
    const view: MarkdownView = loaded.makeMarkdownView(host, props.isFile, files)
    createEffect(() => view.update(props.text, props.growing, props.marks))
    createEffect(() => {
      files?.track()
      view.refill()
    })
    onCleanup(() => view.dispose())
  }
  return (
    <Show
      when={ready() && locale()}
      keyed
      fallback={
        <div class="markdown plain" dir={directionOf(props.text)}>
          <LongText text={props.text} />
        </div>
      }
    >
      <div class="markdown" ref={mount} />
    </Show>
  )
}
