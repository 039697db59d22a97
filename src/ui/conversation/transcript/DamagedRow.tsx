import type { JSX } from 'solid-js'
import { t } from '../../base/words/t.ts'

/** Placeholder for a row whose record cannot be read. */
export default function DamagedRow(props: { n: number; total: number }): JSX.Element {
  return (
    <article class="message" aria-label={t('Damaged message')} aria-posinset={props.n + 1} aria-setsize={props.total}>
      <p class="mark bad">{t('This message can’t be read: its record is damaged. All other messages are safe.')}</p>
    </article>
  )
}
