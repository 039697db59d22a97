import './pdf-view.css'
import { createEffect, createSignal, type JSX, on, Show } from 'solid-js'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import ZoomIn from '~icons/lucide/zoom-in'
import ZoomOut from '~icons/lucide/zoom-out'
import { beginAt } from '../base/kit/begin-at.ts'
import { IconButton } from '../base/kit/IconButton.tsx'
import { t } from '../base/words/t.ts'
import { createPdfPages } from './create-pdf-pages.ts'
import PdfCard from './PdfCard.tsx'

const ZOOMS = [1, 1.5, 2, 3]
const LEAST_WIDTH = 300

/**
 * A PDF page by page, drawn in its own thread; the words of a page can be had as text. A page that cannot be drawn says
 * why.
 */
export default function PdfView(props: { blob: string }): JSX.Element {
  const [zoom, setZoom] = createSignal(0)
  const [asText, setAsText] = createSignal(false)
  let root: HTMLDivElement | undefined
  let canvas: HTMLCanvasElement | undefined
  let place: HTMLElement | undefined
  const { count, page, text, busy, problem, turnTo, draw } = createPdfPages({
    blob: () => props.blob,
    width: () => Math.max(LEAST_WIDTH, root?.clientWidth ?? 0) * (ZOOMS[zoom()] ?? 1) * devicePixelRatio,
    show: (picture) => {
      if (!canvas) return
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    },
  })
  createEffect(
    on(
      () => props.blob,
      () => setAsText(false),
    ),
  )
  createEffect(
    on(
      () => count() > 0,
      () => beginAt(place),
    ),
  )
  const zoomBy = (by: number): void => {
    if (busy() || ZOOMS[zoom() + by] === undefined) return
    setZoom(zoom() + by)
    draw()
  }
  return (
    <div ref={root} class="pdf-view">
      <Show when={count() > 0}>
        <div class="row pdf-bar">
          <IconButton label={t('Previous page')} disabled={page() <= 1} onClick={() => turnTo(page() - 1)}>
            <ChevronLeft size={18} />
          </IconButton>
          <span class="hint" role="status" aria-label={t('Page')}>
            {t('{page} of {pages}', { page: page(), pages: count() })}
          </span>
          <IconButton label={t('Next page')} disabled={page() >= count()} onClick={() => turnTo(page() + 1)}>
            <ChevronRight size={18} />
          </IconButton>
          <span class="pdf-gap" />
          <IconButton label={t('Zoom out')} disabled={zoom() === 0} onClick={() => zoomBy(-1)}>
            <ZoomOut size={18} />
          </IconButton>
          <IconButton label={t('Zoom in')} disabled={zoom() === ZOOMS.length - 1} onClick={() => zoomBy(1)}>
            <ZoomIn size={18} />
          </IconButton>
          <button type="button" class="button small" aria-pressed={asText()} onClick={() => setAsText(!asText())}>
            {t('Text')}
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
      <Show when={busy() && count() === 0}>
        <p class="hint">{t('Opening…')}</p>
      </Show>
      <Show when={problem() !== null && count() === 0}>
        <PdfCard blob={props.blob} />
      </Show>
      <Show when={asText()}>
        <section aria-label={t('Text of this page')} tabindex="0">
          <pre class="preview-text">{text().trim() === '' ? t('No text on this page.') : text()}</pre>
        </section>
      </Show>
      <section
        ref={place}
        class="pdf-place"
        aria-label={t('Page view')}
        tabindex="0"
        hidden={asText() || count() === 0}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('Page {page} of {pages}', { page: page(), pages: count() })}
          aria-busy={busy()}
          style={{ width: `${(ZOOMS[zoom()] ?? 1) * 100}%` }}
        />
      </section>
    </div>
  )
}
