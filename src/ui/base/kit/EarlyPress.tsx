import './early-press.css'
import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'
import type { Arming } from './arming.ts'

/** Tells that a press came before the buttons were armed, so that it did nothing. */
export function EarlyPress(props: { arming: Arming }): JSX.Element {
  return (
    <p class="early-press" role="status">
      {props.arming.early() ? t('That press did nothing: the question had just appeared or moved. Press again.') : ''}
    </p>
  )
}
