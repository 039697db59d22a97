import './tool-arguments.css'
import './coming-tool-call.css'
import { createMemo, Index, type JSX, Show } from 'solid-js'
import { TELLING } from '../../../search/call-arguments.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { argumentWords } from './argument-words.ts'
import { type ComingArgument, comingArguments } from './coming-arguments.ts'
import { Card } from './ToolCard.tsx'

/**
 * Arguments that mostly are text of several lines: they get their full space from the first word on, so that nothing
 * jumps.
 */
const LONG: ReadonlySet<string> = new Set(['content', 'text', 'old_text', 'new_text', 'code', 'html', 'markdown'])
const LINE = 120
const RAW = 2000

const isLong = ({ name, text }: ComingArgument): boolean =>
  LONG.has(name) || (text !== null && (text.length > LINE || text.includes('\n')))

/** Visible part of an answer. `growing`: more follows. */
type Shown = { growing: boolean; blocks: readonly { name?: string | undefined; text: string }[] }

/**
 * A call that is still being written, block `at` of an answer. Shows the arguments received so far in readable form;
 * the model's own text is one click away. While the answer grows, its last call is being written, and an earlier call
 * waits.
 */
export default function ComingToolCall(props: { shown: Shown; at: number }): JSX.Element {
  const block = () => props.shown.blocks[props.at]
  const name = () => block()?.name ?? 'tool'
  const args = () => block()?.text ?? ''
  const isLast = () => props.at === props.shown.blocks.length - 1
  const state = (): PlainPhrase => (!props.shown.growing ? 'Interrupted' : isLast() ? 'Preparing…' : 'Waiting')
  const come = createMemo(() => comingArguments(args()))
  const telling = createMemo(() =>
    TELLING.find((key) => come().some(({ name, text }) => name === key && text !== null)),
  )
  const beside = () => come().find(({ name }) => name === telling())?.text ?? ''
  const below = () => come().filter(({ name }) => name !== telling())
  return (
    <Card
      name={name()}
      argument={beside().slice(0, 200)}
      state={state() === 'Preparing…' ? 'Preparing' : state()}
      label={t(state())}
    >
      <Show when={args().trim() !== ''}>
        <div class="tool-arguments coming-call">
          <Show when={below().length > 0}>
            <dl>
              <Index each={below()}>
                {(argument) => (
                  <div data-kind={isLong(argument()) ? 'text' : 'line'}>
                    <dt>
                      <VisibleText text={argumentWords(argument().name)} />
                    </dt>
                    <dd>
                      <Show when={isLong(argument())} fallback={<VisibleText text={argument().text ?? '…'} />}>
                        <div class="tool-args coming">
                          <pre>
                            <VisibleText text={argument().text ?? '…'} />
                          </pre>
                        </div>
                      </Show>
                    </dd>
                  </div>
                )}
              </Index>
            </dl>
          </Show>
          <details>
            <summary>{t('Raw arguments')}</summary>
            <pre class="tool-args">
              <VisibleText text={args().slice(-RAW)} />
            </pre>
          </details>
        </div>
      </Show>
    </Card>
  )
}
