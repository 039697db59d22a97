import './visible-text.css'
import { createMemo, For, type JSX } from 'solid-js'
import { piecesOf } from '../words/hidden-signs.ts'
import { t } from '../words/t.ts'

/** Marks of their own; more are written out without. */
const MOST = 500

/**
 * Words of somebody else where a person decides: hidden signs are written out and marked, and nothing in them turns
 * round what stands beside.
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
