import { createEffect, type JSX, Show } from 'solid-js'
import type { TestOutcome } from '../../../protocol/providers.ts'
import type { ProviderKind } from '../../../settings/provider-kind.ts'
import { factsOf } from '../../../settings/provider-kinds.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * The result of a test or of saving, in words, with a button if one press can fix the problem. It scrolls into view:
 * the dialog may be longer than the window.
 */
export function ProviderOutcome(props: {
  outcome: TestOutcome | null
  doing: string | null
  onUrl: (baseUrl: string) => void
  onKey: () => void
  onKind: (kind: ProviderKind) => void
  onModel: (model: string) => void
}): JSX.Element {
  const remedy = (): { label: string; apply: () => void } | null => {
    const found = props.outcome?.remedy
    if (!found) return null
    switch (found.type) {
      case 'url':
        return { label: t('Fix the URL'), apply: () => props.onUrl(found.baseUrl) }
      case 'key':
        return { label: t('Change key'), apply: () => props.onKey() }
      case 'kind': {
        const { kind } = found
        return { label: t('Use {kind}', { kind: said(factsOf(kind).label) }), apply: () => props.onKind(kind) }
      }
      case 'model': {
        const { model } = found
        return model === null ? null : { label: t('Use {model}', { model }), apply: () => props.onModel(model) }
      }
    }
  }
  let box: HTMLDivElement | undefined
  createEffect(() => {
    // while the test runs, its words are shorter than the outcome
    if (props.outcome && props.doing === null) box?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div ref={box} class="provider-outcome">
      <p class="form-outcome" role="status" aria-label={t('Outcome')} data-ok={props.outcome?.ok}>
        {props.doing ?? said(props.outcome?.message ?? '')}{' '}
        <Show when={props.doing === null && props.outcome?.next}>
          {(next) => <span class="next-step">{said(next())}</span>}
        </Show>
      </p>
      <Show when={remedy()}>
        {(found) => (
          <p>
            <button type="button" class="button" onClick={() => found().apply()}>
              {found().label}
            </button>
          </p>
        )}
      </Show>
    </div>
  )
}
