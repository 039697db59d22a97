import { createSignal, createUniqueId, For, type JSX, onCleanup, onMount, Show } from 'solid-js'
import type { ShareContents } from '../../../protocol/share.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { messageOf } from '../../base/state/message-of.ts'
import { useShare } from '../../base/state/share.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { type PrintPart, partWords, printParts } from './print-parts.ts'
import { makePrintedPage } from './printed-page.ts'

/**
 * Prepares a whole conversation for the printer, opens the print dialog, and closes afterwards. A conversation that is
 * too long for a browser is printed in parts, which the person chooses.
 */
export default function PrintDialog(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const source = useShare(props.sessionId)
  const [found, setFound] = createSignal<{ contents: ShareContents; parts: PrintPart[] } | null>(null)
  /** How many messages are ready; null: none is being prepared. */
  const [rows, setRows] = createSignal<number | null>(0)
  const [problem, setProblem] = createSignal('')
  const gone = new AbortController()
  let words: HTMLParagraphElement | undefined
  let remove = (): void => {}

  const print = async (contents: ShareContents, part: PrintPart): Promise<void> => {
    setProblem('')
    setRows(0)
    const page = await makePrintedPage(source, contents, part, { told: setRows, signal: gone.signal })
    remove = page.remove
    window.print()
  }
  const begin = async (): Promise<void> => {
    const contents = await source.contents()
    const parts = printParts({ rows: contents.count + contents.damaged, characters: contents.characters })
    setFound({ contents, parts })
    const [whole, ...more] = parts
    if (whole !== undefined && more.length === 0) await print(contents, whole)
    else setRows(null)
  }
  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      setProblem(messageOf(error))
      setRows(null)
    })
  const onPrinted = (): void => {
    remove()
    if (isInParts()) setRows(null)
    else words?.closest('dialog')?.close()
  }
  const isInParts = (): boolean => (found()?.parts.length ?? 0) > 1
  window.addEventListener('afterprint', onPrinted)
  onCleanup(() => {
    gone.abort()
    window.removeEventListener('afterprint', onPrinted)
    remove()
  })
  run(begin())
  return (
    <Dialog label={t('Print')} onClose={props.onClose}>
      <Show when={isInParts() && found()}>
        {(now) => (
          <ChoosePart
            all={now().contents.count + now().contents.damaged}
            parts={now().parts}
            busy={rows() !== null}
            onPrint={(part) => run(print(now().contents, part))}
          />
        )}
      </Show>
      <p ref={words} role="status">
        {said(problem()) || (rows() !== null && count(rows() ?? 0, 'Preparing: 1 message', 'Preparing: {n} messages'))}
      </p>
    </Dialog>
  )
}

function ChoosePart(props: {
  all: number
  parts: readonly PrintPart[]
  busy: boolean
  onPrint: (part: PrintPart) => void
}): JSX.Element {
  const id = createUniqueId()
  let select: HTMLSelectElement | undefined
  // the dialog was open before, and only its close button could hold the focus
  onMount(() => select?.focus())
  const chosen = (): PrintPart | undefined => props.parts[Number(select?.value)]
  return (
    <>
      <p>{t('This session is too long to print at once: the browser would freeze. Print it in parts.')}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const part = chosen()
          if (part !== undefined && !props.busy) props.onPrint(part)
        }}
      >
        <label for={id}>{t('Part')}</label>
        <select id={id} ref={select}>
          <For each={props.parts}>
            {(part, at) => (
              <option value={at()} selected={at() === props.parts.length - 1}>
                {partWords(part, props.all)}
              </option>
            )}
          </For>
        </select>
        <button type="submit" class="button primary" aria-disabled={props.busy}>
          {t('Print')}
        </button>
      </form>
      <p class="hint">{t('To get everything in one file, use the session’s menu: Share, Web page.')}</p>
    </>
  )
}
