import './tool-arguments.css'
import { createMemo, type JSX, Show } from 'solid-js'
import { argumentsShown, prettyArguments } from '../../search/call-arguments.ts'
import { DiffBox } from '../rendering/DiffBox.tsx'
import { showHidden } from '../words/hidden-signs.ts'
import { t } from '../words/t.ts'
import { FieldList, RawText } from './ValueView.tsx'

/**
 * The arguments of a call as people read them: by their names, a replacement as what goes and what comes; as the tool gets them one click
 * away. Contract: nothing of them is left out, since a person decides by what stands here. `most`: so many characters of each suffice, since
 * it was decided long ago.
 */
export function ToolArguments(props: { args: string; most?: number }): JSX.Element {
  const shown = createMemo(() => argumentsShown(props.args))
  const diff = createMemo(() => {
    const found = shown()?.diff ?? null
    // lines of a comparison are text as it is: what is hidden in them is written out here
    return found && { path: found.path, before: showHidden(found.before), after: showHidden(found.after) }
  })
  const most = () => props.most ?? Number.POSITIVE_INFINITY
  return (
    <Show when={shown()} fallback={<RawText text={prettyArguments(props.args)} most={most()} found />}>
      {(laidOut) => (
        <div class="tool-arguments">
          <Show when={diff()}>{(found) => <DiffBox diff={found()} />}</Show>
          <FieldList fields={laidOut().list} most={most()} />
          <AsTheToolGetsIt args={props.args} most={most()} />
        </div>
      )}
    </Show>
  )
}

/** The arguments as JSON, one click away. */
export function AsTheToolGetsIt(props: { args: string; most: number }): JSX.Element {
  return (
    <details>
      <summary>{t('As the tool gets it')}</summary>
      <RawText text={prettyArguments(props.args)} most={props.most} />
    </details>
  )
}
