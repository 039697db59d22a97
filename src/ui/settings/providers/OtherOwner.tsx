import { type JSX, Show } from 'solid-js'
import { otherOwnerOfKey, type Preset } from '../../../settings/presets.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { originOf, type ProviderFields } from './provider-form.ts'

/**
 * Says that a key looks like a key of another provider than the one at this address, and offers that provider. A hint
 * only: gateways give out keys that look alike.
 */
export function OtherOwner(props: { fields: ProviderFields; onSwitch: (owner: Preset) => void }): JSX.Element {
  const found = () => {
    const address = originOf(props.fields.baseUrl)
    const owner = otherOwnerOfKey(props.fields.key, props.fields.baseUrl)
    // without an address, nothing would be sent anywhere
    return owner === undefined || address === null ? null : { owner, address }
  }
  return (
    <div role="status" class="other-owner">
      <Show when={found()}>
        {(other) => (
          <>
            <span>
              {t('This looks like a key of {provider}. It would be sent to {address}.', {
                provider: said(other().owner.name),
                address: other().address,
              })}
            </span>
            <button type="button" class="button" onClick={() => props.onSwitch(other().owner)}>
              {t('Switch to {provider}', { provider: said(other().owner.name) })}
            </button>
          </>
        )}
      </Show>
    </div>
  )
}
