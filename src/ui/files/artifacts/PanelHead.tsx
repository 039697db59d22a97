import type { JSX } from 'solid-js'
import { VisibleText } from '../../base/kit/VisibleText.tsx'

/** First line of the panel: name of the page, actions for its file, and the ways out (`ends`). */
export function PanelHead(props: { title: string; ends: JSX.Element; children?: JSX.Element }): JSX.Element {
  return (
    <header class="artifact-panel-head">
      <h2 class="artifact-title">
        <VisibleText text={props.title} />
      </h2>
      {props.children}
      {props.ends}
    </header>
  )
}
