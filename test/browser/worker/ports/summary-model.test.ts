import { expect, it } from 'vitest'
import type { Provider } from '../../../../src/settings/provider.ts'
import { changePreferences, deleteProvider, saveProvider } from '../../../../src/storage/settings/settings.ts'
import { brainPorts } from '../../../../src/worker/ports/brain-ports.ts'
import type { PortParts } from '../../../../src/worker/ports/machine-ports.ts'
import { connect } from '../../storage/support.ts'

const PROVIDER: Provider = {
  ...{ id: 'small', kind: 'openai', label: 'Small', baseUrl: 'https://x.example/v1' },
  ...{ model: 's', models: [], createdAt: 1 },
}

it('no history was summarised any more once the provider of the model for summaries had been removed', async () => {
  const db = await connect()
  await saveProvider(db, PROVIDER)
  const chosen = { providerId: 'small', model: 's', thinking: 'off' } as const
  await changePreferences(db, { summaryModel: chosen })
  const parts: Partial<PortParts> = { sessionId: 'one', db, saving: { signal: () => new AbortController().signal } }
  const { compress } = brainPorts({ network: {}, activity: {}, publish: () => {}, ...parts } as PortParts)
  expect(await compress.model()).toEqual(chosen)
  await deleteProvider(db, 'small')
  // the session's own
  expect(await compress.model()).toBe(null)
})
