import type { JSX } from 'solid-js'
import { VisibleText } from '../../kit/VisibleText.tsx'

/** The panel's first line: whose page it is, what can be done with its file, and the ways out (`ends`). */
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
