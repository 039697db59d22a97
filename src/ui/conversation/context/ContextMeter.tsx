import { type JSX, Show } from 'solid-js'
import type { ContextView } from '../../../protocol/context.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { parts, t } from '../../base/words/t.ts'

const BY = {
  catalogue: 'from the catalogue',
  provider: 'from the provider',
  person: 'set by you',
  learned: 'learned from an error',
  assumed: 'assumed',
} as const

/** How full the model's context window is, how that is known, and when earlier messages are summarised. */
export function ContextMeter(props: { view: ContextView }): JSX.Element {
  const window = () => props.view.window
  const size = () => <strong>{t('about {n}', { n: tokens(props.view.size) })}</strong>
  return (
    <div class="context-meter">
      <p>
        <Show when={window()} fallback={parts('{n} tokens', { n: size() })}>
          {(known) => (
            <>
              {parts('{n} tokens of {all}', { n: size(), all: tokens(known().size) })}{' '}
              <span class="hint">{t('({words})', { words: t(BY[known().by]) })}</span>
            </>
          )}
        </Show>
      </p>
      <Show when={window()}>
        {(known) => (
          <meter
            aria-label={t('Filled')}
            min="0"
            max={known().size}
            high={props.view.compressAbove ?? known().size}
            value={Math.min(props.view.size, known().size)}
          />
        )}
      </Show>
      <p class="hint">
        {props.view.compressAbove === null
          ? t('The history is never summarised automatically.')
          : t('Above {n}, the history is summarised before the next request.', {
              n: tokens(props.view.compressAbove),
            })}
        {props.view.cached === null
          ? ''
          : ` ${t('{n}% of the last request came from the provider’s cache.', { n: Math.round(props.view.cached * 100) })}`}
      </p>
    </div>
  )
}
