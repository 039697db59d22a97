import { createEffect, createSignal, on, onCleanup } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { type PdfReader, startPdfReader } from './pdf-reader.ts'

export type PdfPages = {
  /** Number of pages; 0 until it is open. */
  count: () => number
  /** Counted from 1. */
  page: () => number
  text: () => string
  busy: () => boolean
  /** A sentence; null: the last request has succeeded. */
  problem: () => string | null
  /** Does nothing for a page that does not exist, or while another one is drawn. */
  turnTo: (page: number) => void
  /** Draws the same page again, for another width. */
  draw: () => void
}

/**
 * The pages of one PDF, one at a time, as its thread needs it. Opened whenever `blob` changes; a request makes all
 * earlier requests obsolete. `width` in pixels of the screen. `show` owns the picture that it gets.
 */
export function createPdfPages(options: {
  blob: () => string
  width: () => number
  show: (picture: ImageBitmap) => void
}): PdfPages {
  const { actions } = useApp()
  const [count, setCount] = createSignal(0)
  const [page, setPage] = createSignal(1)
  const [text, setText] = createSignal('')
  const [busy, setBusy] = createSignal(true)
  const [problem, setProblem] = createSignal<string | null>(null)
  let reader: PdfReader | null = null
  let latest = 0

  const fail = (error: unknown): void => {
    setProblem(messageOf(error))
    setBusy(false)
  }
  /** Returns the number of pages; null: a later request replaced this one. */
  const start = async (blob: string, mine: number): Promise<number | null> => {
    const bytes = await actions.blob(blob)
    if (mine !== latest) return null
    if (!bytes) throw new Error('The content of this file is missing.')
    reader = startPdfReader()
    // A copy: the bytes that are sent are gone here.
    const opened = await reader.open(new Uint8Array(bytes).buffer)
    return mine === latest ? opened.pages : null
  }
  const draw = async (): Promise<void> => {
    const mine = ++latest
    if (reader === null) return
    setBusy(true)
    try {
      // A page that took too long must not take the others with it.
      if (reader.isDead() && (await start(options.blob(), mine)) === null) return
      const drawn = await reader.draw(page(), Math.round(options.width()))
      if (mine !== latest) return drawn.picture.close()
      options.show(drawn.picture)
      setText(drawn.text)
      setProblem(null)
      setBusy(false)
    } catch (error) {
      if (mine === latest) fail(error)
    }
  }
  const open = async (blob: string): Promise<void> => {
    const mine = ++latest
    reader?.close()
    reader = null
    setCount(0)
    setPage(1)
    setText('')
    setProblem(null)
    setBusy(true)
    try {
      const opened = await start(blob, mine)
      if (opened === null) return
      setCount(opened)
      await draw()
    } catch (error) {
      if (mine === latest) fail(error)
    }
  }
  createEffect(on(options.blob, (blob) => void open(blob)))
  onCleanup(() => {
    latest++
    reader?.close()
  })
  return {
    count,
    page,
    text,
    busy,
    problem,
    turnTo: (next) => {
      if (busy() || next < 1 || next > count()) return
      setPage(next)
      void draw()
    },
    draw: () => void draw(),
  }
}
