import './tool-arguments.css'
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { argumentsShown, prettyArguments } from '../../../search/call-arguments.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { locale } from '../../base/words/language.ts'
import { count, t } from '../../base/words/t.ts'
import { DiffBox } from '../../rendering/DiffBox.tsx'
import { FieldList, RawText } from './ValueView.tsx'

/**
 * Arguments of a call in readable form: by name, a replacement as removed and added text; the exact JSON is one click
 * away. Contract: no argument is left out silently, since a person decides by this view: a part that is not drawn at
 * once is a press away. `most`: most characters of each; enough for a call that was decided long ago.
 */
export function ToolArguments(props: { args: string; most?: number }): JSX.Element {
  const shown = createMemo(() => argumentsShown(props.args))
  const diff = createMemo(() => {
    const found = shown()?.diff ?? null
    // lines of a diff are plain text, so hidden characters are made visible here
    return found && { path: found.path, before: showHidden(found.before), after: showHidden(found.after) }
  })
  const most = () => props.most ?? Number.POSITIVE_INFINITY
  return (
    <Show when={shown()} fallback={<Unlisted args={props.args} most={most()} />}>
      {(laidOut) => (
        <div class="tool-arguments">
          <Show when={diff()}>{(found) => <DiffBox diff={found()} />}</Show>
          <FieldList fields={laidOut().list} most={most()} />
          <Show when={laidOut().left > 0}>
            <p class="hint">
              {count(
                laidOut().left,
                '1 more argument is not listed here. All of them are in “Raw arguments”.',
                '{left} more arguments are not listed here. All of them are in “Raw arguments”.',
                { left: laidOut().left.toLocaleString(locale()) },
              )}
            </p>
          </Show>
          <AsTheToolGetsIt args={props.args} most={most()} />
        </div>
      )}
    </Show>
  )
}

/** Arguments that are no list of names and values, as they are. */
function Unlisted(props: { args: string; most: number }): JSX.Element {
  return (
    <Show
      when={props.args.trim() === '{}'}
      fallback={<RawText text={prettyArguments(props.args)} most={props.most} found />}
    >
      <p class="hint tool-words">{t('No arguments.')}</p>
    </Show>
  )
}

/** The arguments as JSON, one click away; not in the page before that. */
export function AsTheToolGetsIt(props: { args: string; most: number }): JSX.Element {
  const [opened, setOpened] = createSignal(false)
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{t('Raw arguments')}</summary>
      <Show when={opened()}>
        <RawText text={prettyArguments(props.args)} most={props.most} />
      </Show>
    </details>
  )
}
