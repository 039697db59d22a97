import type { DEVICE_REQUESTS, DevicesView, DeviceView } from '../../src/protocol/devices.ts'
import type { Request } from '../../src/protocol/requests.ts'

type DeviceRequest = Extract<Request, { kind: keyof typeof DEVICE_REQUESTS }>

const MISSING = { field: 'address', why: 'missing' }
const CODE = `reflexor-1-${'Ab3_'.repeat(100)}`

/** The sync storage as a worker manages it, without any network; changes `devices` in place. */
export function answerDevice(devices: DevicesView, request: DeviceRequest): unknown {
  const connect = (engine: string, url: string, fields: Record<string, string>): void => {
    const tested = { ok: true, message: 'Two devices can’t overwrite each other here.', at: 1 }
    devices.storage = {
      engine,
      fields,
      url,
      vault: 'v',
      paused: false,
      connectedAt: 1,
      tested,
      hasSecrets: true,
    }
    devices.requests = { work: { ms: 7_200_000, requests: 3122 }, rest: { ms: 1000, requests: 5 } }
  }
  const fit = { ok: true, message: 'Two devices can’t overwrite each other here.', next: null, guide: false }
  switch (request.kind) {
    case 'test-storage':
    case 'connect-storage': {
      const { engine, fields } = request
      if (fields['password'] === 'wrong')
        return {
          ok: false,
          message: 'The storage refused the credentials.',
          next: 'check-login',
          guide: true,
        }
      if (fields['address'] === '') return { ok: false, message: '', next: null, guide: false, wrong: MISSING }
      if (request.kind === 'connect-storage') connect(engine, `${fields['address']}/${fields['database']}`, fields)
      return fit
    }
    case 'read-code':
      if (request.code.startsWith('secret') && ['', 'wrong'].includes(request.passphrase)) return { type: 'passphrase' }
      if (!/^(secret|reflexor)-/.test(request.code)) return { type: 'broken', why: 'not-a-code' }
      return { type: 'storage', engine: 'couchdb', url: 'https://couch.example.org/reflexor' }
    case 'connect-by-code':
      connect('couchdb', 'https://couch.example.org/reflexor', {})
      return fit
    case 'make-code':
      return CODE
    case 'pause-storage':
      if (devices.storage) devices.storage.paused = request.paused
      return structuredClone(devices)
    case 'forget-storage':
      devices.storage = null
      return structuredClone(devices)
    case 'get-devices':
      return structuredClone(devices)
    case 'name-device':
      known.set(
        devices,
        knownTo(devices).map((each) => (each.own ? { ...each, name: request.name } : each)),
      )
      return knownTo(devices)
    case 'remove-device':
      known.set(
        devices,
        knownTo(devices).filter(({ id }) => id !== request.device),
      )
      return knownTo(devices)
    case 'list-devices':
      return knownTo(devices)
    case 'measure-storage':
      return { objects: 1234, bytes: 5_600_000 }
    case 'choose-shared':
      if (devices.storage) {
        const { onlyChosen = devices.storage.onlyChosen, lendsProviders = devices.storage.lendsProviders } = request
        Object.assign(devices.storage, { onlyChosen, lendsProviders })
        devices.borrowed = lendsProviders ? [{ id: 'p', label: 'Far away', by: 'Phone' }] : []
      }
      return structuredClone(devices)
    case 'session-sharing':
      return devices.storage === null ? 'none' : devices.storage.onlyChosen ? 'not' : 'shared'
    case 'late-result':
      return { shared: devices.storage !== null, late: lateResults.get(devices) ?? null }
    case 'empty-storage':
      devices.storage = null
      return structuredClone(devices)
  }
}

/** The outcome of a call, as another device reports it. */
export const lateResults = new WeakMap<DevicesView, { by: string; text: string; parts: number }>()

const known = new WeakMap<DevicesView, DeviceView[]>()
const knownTo = (devices: DevicesView): DeviceView[] =>
  known.get(devices) ?? [
    { id: 'own', name: 'Linux', seen: Date.now(), sessions: 3, own: true },
    { id: 'phone', name: 'Phone', seen: Date.now() - 7_200_000, sessions: 2, own: false },
    { id: 'old', name: 'Old tablet', seen: null, sessions: 1, own: false },
  ]

export const fakeDevices = (): DevicesView => ({
  storage: null,
  engines: [
    {
      id: 'couchdb',
      fields: [
        { id: 'address', secret: false },
        { id: 'database', secret: false, value: 'reflexor' },
        { id: 'user', secret: false },
        { id: 'password', secret: true },
      ],
      pastes: ['[chttpd]\nenable_cors = true'],
    },
    {
      id: 's3',
      fields: [{ id: 'bucket', secret: false }],
      pastes: ['[]'],
    },
  ],
})
