import './pdf-view.css'
import ChevronLeft from 'lucide-solid/icons/chevron-left'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import ZoomIn from 'lucide-solid/icons/zoom-in'
import ZoomOut from 'lucide-solid/icons/zoom-out'
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import { IconButton } from '../kit/IconButton.tsx'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import PdfCard from './PdfCard.tsx'
import { type PdfReader, startPdfReader } from './pdf-reader.ts'

const ZOOMS = [1, 1.5, 2, 3]
const LEAST_WIDTH = 300

/** A PDF page by page, drawn in a thread of its own; what a page says can be had as text. What cannot be drawn says what it is. */
export default function PdfView(props: { blob: string }): JSX.Element {
  const { actions } = useApp()
  const [pages, setPages] = createSignal(0)
  const [page, setPage] = createSignal(1)
  const [zoom, setZoom] = createSignal(0)
  const [text, setText] = createSignal('')
  const [asText, setAsText] = createSignal(false)
  const [busy, setBusy] = createSignal(true)
  const [problem, setProblem] = createSignal<string | null>(null)
  let reader: PdfReader | null = null
  let root: HTMLDivElement | undefined
  let canvas: HTMLCanvasElement | undefined
  /** Each asking makes the ones before it obsolete. */
  let latest = 0

  const open = async (blob: string): Promise<void> => {
    const mine = ++latest
    reader?.close()
    reader = null
    setPages(0)
    setPage(1)
    setText('')
    setAsText(false)
    setProblem(null)
    setBusy(true)
    try {
      const opened = await start(blob, mine)
      if (opened === null) return
      setPages(opened)
      await draw()
    } catch (error) {
      if (mine === latest) fail(error)
    }
  }
  /** Returns the number of pages; null: something else was asked for meanwhile. */
  const start = async (blob: string, mine: number): Promise<number | null> => {
    const bytes = await actions.blob(blob)
    if (mine !== latest) return null
    if (!bytes) throw new Error('The content of this file is missing.')
    reader = startPdfReader()
    // a copy: what is sent there is gone here
    const opened = await reader.open(new Uint8Array(bytes).buffer)
    return mine === latest ? opened.pages : null
  }
  const draw = async (): Promise<void> => {
    const mine = ++latest
    if (reader === null) return
    setBusy(true)
    try {
      // a page that took too long must not take the others with it
      if (reader.isDead() && (await start(props.blob, mine)) === null) return
      const width = Math.max(LEAST_WIDTH, root?.clientWidth ?? 0) * (ZOOMS[zoom()] ?? 1) * devicePixelRatio
      const drawn = await reader.draw(page(), Math.round(width))
      if (mine !== latest) return drawn.picture.close()
      show(drawn.picture)
      setText(drawn.text)
      setProblem(null)
      setBusy(false)
    } catch (error) {
      if (mine === latest) fail(error)
    }
  }
  const show = (picture: ImageBitmap): void => {
    if (!canvas) return
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
  }
  const fail = (error: unknown): void => {
    setProblem(messageOf(error))
    setBusy(false)
  }
  /** One at a time, as the thread wants it. */
  const turnTo = (next: number): void => {
    if (busy() || next < 1 || next > pages()) return
    setPage(next)
    void draw()
  }
  const zoomBy = (by: number): void => {
    if (busy() || ZOOMS[zoom() + by] === undefined) return
    setZoom(zoom() + by)
    void draw()
  }
  createEffect(
    on(
      () => props.blob,
      (blob) => void open(blob),
    ),
  )
  onCleanup(() => {
    latest++
    reader?.close()
  })
  return (
    <div ref={root} class="pdf-view">
      <Show when={pages() > 0}>
        <div class="row pdf-bar">
          <IconButton label="Previous page" disabled={page() <= 1} onClick={() => turnTo(page() - 1)}>
            <ChevronLeft size={18} />
          </IconButton>
          <span class="hint" role="status" aria-label="Page">
            {page()} of {pages()}
          </span>
          <IconButton label="Next page" disabled={page() >= pages()} onClick={() => turnTo(page() + 1)}>
            <ChevronRight size={18} />
          </IconButton>
          <span class="pdf-gap" />
          <IconButton label="Zoom out" disabled={zoom() === 0} onClick={() => zoomBy(-1)}>
            <ZoomOut size={18} />
          </IconButton>
          <IconButton label="Zoom in" disabled={zoom() === ZOOMS.length - 1} onClick={() => zoomBy(1)}>
            <ZoomIn size={18} />
          </IconButton>
          <button type="button" class="button small" aria-pressed={asText()} onClick={() => setAsText(!asText())}>
            Text
          </button>
        </div>
      </Show>
      <Show when={problem()}>
        {(words) => (
          <p class="field-error" role="alert">
            {words()}
          </p>
        )}
      </Show>
      <Show when={busy() && pages() === 0}>
        <p class="hint">Opening…</p>
      </Show>
      <Show when={problem() !== null && pages() === 0}>
        <PdfCard blob={props.blob} />
      </Show>
      <Show when={asText()}>
        <section aria-label="Text of this page" tabindex="0">
          <pre class="preview-text">{text().trim() === '' ? 'There is no text on this page.' : text()}</pre>
        </section>
      </Show>
      <section class="pdf-place" aria-label="Page view" tabindex="0" hidden={asText() || pages() === 0}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Page ${page()} of ${pages()}`}
          aria-busy={busy()}
          style={{ width: `${(ZOOMS[zoom()] ?? 1) * 100}%` }}
        />
      </section>
    </div>
  )
}
