import './visible-text.css'
import { createMemo, For, type JSX } from 'solid-js'
import { piecesOf } from '../words/hidden-signs.ts'
import { t } from '../words/t.ts'

/** Marks of their own; more are written out without. */
const MOST = 500

/**
 * Foreign text where a person decides: hidden characters are written out and marked, and cannot reverse the text around
 * them.
 */
export function VisibleText(props: { text: string }): JSX.Element {
  const pieces = createMemo(() => {
    const all = piecesOf(props.text)
    return all.length <= 2 * MOST ? all : [{ text: all.map(({ text }) => text).join(''), hidden: false }]
  })
  return (
    <bdi class="visible-text">
      <For each={pieces()}>
        {(piece) =>
          piece.hidden ? (
            <mark class="hidden-sign" title={t('Invisible character')}>
              {piece.text}
            </mark>
          ) : (
            piece.text
          )
        }
      </For>
    </bdi>
  )
}
