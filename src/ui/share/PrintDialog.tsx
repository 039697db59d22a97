import { createSignal, type JSX, onCleanup } from 'solid-js'
import { Dialog } from '../kit/Dialog.tsx'
import { messageOf } from '../state/message-of.ts'
import { useShare } from '../state/share.ts'
import { said } from '../words/said.ts'
import { count, t } from '../words/t.ts'
import { makePrintedPage } from './printed-page.ts'

/** Makes all of a conversation ready for the printer, hands it over, and goes when that is done. */
export default function PrintDialog(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const source = useShare(props.sessionId)
  const [rows, setRows] = createSignal(0)
  const [problem, setProblem] = createSignal('')
  let words: HTMLParagraphElement | undefined
  let isGone = false
  let remove = (): void => {}
  const close = (): void => words?.closest('dialog')?.close()
  window.addEventListener('afterprint', close)
  onCleanup(() => {
    isGone = true
    window.removeEventListener('afterprint', close)
    remove()
  })
  makePrintedPage(source, setRows).then(
    (page) => {
      if (isGone) return page.remove()
      remove = page.remove
      window.print()
    },
    (error: unknown) => setProblem(messageOf(error)),
  )
  return (
    <Dialog label={t('Print')} onClose={props.onClose}>
      <p ref={words} role="status">
        {said(problem()) || count(rows(), 'Preparing: 1 message', 'Preparing: {n} messages')}
      </p>
    </Dialog>
  )
}
