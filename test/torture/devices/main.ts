import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startCouchDbServer } from '../../support/couchdb-server.ts'
import { startProvider } from '../provider.ts'
import { makeRandom } from '../random.ts'
import { openSite } from '../site.ts'
import { startToolServer } from '../tool-server.ts'
import { type Device, makeDevice } from './device.ts'
import { makePlan } from './plan.ts'
import { runScenario, type World } from './scenario.ts'
import { codeFor, ENGINE, fieldsOf } from './store.ts'

/** `npm run torture:devices`: scenarios one after the other, each with two new browsers and an empty storage. */
export type Options = { scenarios: number; seed: number; blows: number; lies: boolean; verbose: boolean }
export type Report = {
  counts: Record<string, number>
  violations: { seed: number; sentences: string[] }[]
  acts: number
}

const RESULTS = fileURLToPath(new URL('../../.results', import.meta.url))
/** Of one scenario, ms. */
const LONGEST = 12 * 60_000

export async function tortureDevices({ scenarios, seed: first, blows, lies, verbose }: Options): Promise<Report> {
  mkdirSync(RESULTS, { recursive: true })
  const report: Report = { counts: {}, violations: [], acts: 0 }
  const count = (what: string): void => {
    report.counts[what] = (report.counts[what] ?? 0) + 1
  }
  const site = await openSite()
  const tools = await startToolServer()
  const provider = await startProvider(makeRandom(first), (fault) => count(`provider ${fault}`))
  for (let seed = first; seed < first + scenarios; seed++) {
    const begun = Date.now()
    const trace: string[] = []
    const note = (line: string): void => {
      trace.push(`${Date.now() - begun} ${line}`)
      if (verbose) console.log(trace.at(-1))
    }
    const plan = makePlan(seed, { server: tools.url, blows, lies })
    const couch = await startCouchDbServer({ origins: [new URL(site.url).origin] })
    const devices = [
      await makeDevice('Laptop', site, couch.url, note),
      await makeDevice('Phone', site, couch.url, note),
    ] as const
    const before = tools.acts.length
    let late: NodeJS.Timeout | undefined
    const scenario = async (): Promise<string[]> => {
      const code = await connect(devices, provider.url)
      const world: World = { devices, couch, code, provider, tools, count, note }
      return runScenario(plan, world)
    }
    const tooLate = new Promise<string[]>((resolve) => {
      late = setTimeout(() => resolve([`it did not end in ${LONGEST / 60_000} minutes`]), LONGEST)
    })
    const failed = (error: unknown): string[] => [
      `the rig itself failed: ${error instanceof Error ? error.stack : error}`,
    ]
    const sentences = await Promise.race([scenario().catch(failed), tooLate])
    clearTimeout(late)
    report.acts += tools.acts.length - before
    if (sentences.length > 0) {
      report.violations.push({ seed, sentences })
      const dumps = await Promise.all(
        devices.map(async (device) => [await device.ask('places'), await device.ask('dump')]),
      )
      writeFileSync(
        `${RESULTS}/torture-devices-${seed}.json`,
        JSON.stringify({ plan, sentences, trace, dumps }, null, 1),
      )
    }
    await Promise.all(devices.map((device) => device.close()))
    await couch.close()
    const took = ((Date.now() - begun) / 1000).toFixed(1)
    console.log(`seed ${seed}: ${took} s${sentences.map((words) => `\n  VIOLATED: ${words.slice(0, 3000)}`).join('')}`)
  }
  await provider.close()
  await tools.close()
  await site.close()
  return report
}

/**
 * A provider on both, a vault made on the first, whose code the second is given. Resolves to the code for the storage
 * itself.
 */
async function connect(devices: readonly [Device, Device], providerUrl: string): Promise<string> {
  const [laptop, phone] = devices
  await Promise.all(devices.map((device) => device.begin()))
  for (const device of devices) {
    const provider = {
      ...{
        id: 'openai-compatible',
        kind: 'openai-compatible',
        label: 'Torture',
        model: 'torture',
        models: [],
        createdAt: 0,
      },
      baseUrl: `${providerUrl}/v1`,
    }
    await device.askPatiently('request', { kind: 'save-provider', provider, key: 'torture-key' } as never)
  }
  await proven(laptop, { kind: 'connect-storage', engine: ENGINE, fields: fieldsOf(laptop.storage) })
  const code = (await laptop.askPatiently('request', { kind: 'make-code', passphrase: '' })) as string | null
  if (code === null) throw new Error('The first device gave no recovery code.')
  await proven(phone, { kind: 'connect-by-code', code: await codeFor(code, phone.storage), passphrase: '' })
  for (const device of devices) await device.askPatiently('request', { kind: 'name-device', name: device.name })
  return code
}

async function proven(device: Device, request: Parameters<Device['ask']>[1]): Promise<void> {
  const tested = (await device.askPatiently('request', request as never)) as { ok: boolean; message: string } | null
  if (!tested?.ok) throw new Error(`${device.name} could not connect the storage: ${tested?.message}`)
}
