import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'
import { startModel } from './model-server.mjs'
import { benchProvider } from './providers.mjs'

/** @typedef {import('./pages/devices.ts').Opened} Opened */

const SHORT = 25
const LONG = 5000
/** An answer of 4 s. */
const PACED = { chunks: Array.from({ length: 40 }, (_, n) => `word${n} `), perSecond: 10 }
const FAST = { chunks: ['Said at once.'], perSecond: null }

/**
 * Devices that share a bucket of this machine, which verifies every signature: what sharing costs a step, how late a
 * device is that follows, and a session that another device has, opened on a new one.
 * @param {{ context: import('./chromium.mjs').Context, site: string, serve: () => Promise<string>, quick: boolean, log:
 * (line: string) => void }} bench
 */
export async function benchDevices({ context, site, quick, log }) {
  const { startS3Server, S3_KEYS } = await s3Server()
  const model = await startModel()
  const server = await startS3Server({ origins: [new URL(site).origin] })
  const provider = benchProvider(model.url)
  const bucket = { url: server.url, keys: S3_KEYS }
  /** @param {import('./pages/lab-worker.ts').LabRequest} request @returns {Promise<any>} */
  const lab = (request) => inLab(context, site, request)
  try {
    model.plans.set('bench', FAST)
    /** @type {import('./pages/devices.ts').StepsOfDevices} */
    const steps = await lab({ kind: 'step-on-devices', bucket, provider, rounds: quick ? 10 : 60 })
    log('devices: following')
    model.plans.set('bench', PACED)
    /** @type {import('./pages/devices.ts').Followed} */
    const followed = await lab({ kind: 'follow-run', bucket, provider, turns: quick ? 3 : 12 })
    log('devices: opening')
    /** @type {Opened[]} */
    const short = await lab({ kind: 'open-on-new-devices', bucket, turns: SHORT, rounds: quick ? 3 : 5 })
    const turns = quick ? LONG / 10 : LONG
    /** @type {Opened[]} */
    const long = await lab({ kind: 'open-on-new-devices', bucket, turns, rounds: quick ? 3 : 5 })
    return {
      title: 'Devices that share',
      figures: [...ofSteps(steps), ...ofFollowing(followed), ...ofOpening(short, long, turns)],
    }
  } finally {
    await server.close()
    await model.close()
  }
}

/** @param {import('./pages/devices.ts').StepsOfDevices} steps */
function ofSteps({ alone, shared }) {
  /** @param {'step' | 'turn'} key */
  const both = (key) => /** @type {const} */ ([shared.map((each) => each[key]), alone.map((each) => each[key])])
  /** @param {'requests' | 'up' | 'down'} key */
  const each = (key) => shared.map((one) => one[key] / one.inputs)
  const of = 'a device without a storage'
  return [
    figure('a message until it is kept, no storage connected', both('step')[1], 'ms'),
    figure('the same, shared', both('step')[0], 'ms'),
    ratio('a message until it is kept: shared against no storage', ...both('step'), { of }),
    figure('a message until its answer is kept, no storage connected', both('turn')[1], 'ms', {
      note: 'of a fast model',
    }),
    ratio('the same: shared against no storage', ...both('turn'), { of }),
    figure('requests of one step', each('requests'), '', { note: 'of three a turn' }),
    figure('bytes of one step to the storage', each('up'), 'B', { note: 'bodies, sealed' }),
    figure('bytes of one step from the storage', each('down'), 'B'),
  ]
}

/** @param {import('./pages/devices.ts').Followed} followed */
const ofFollowing = ({ kept, words }) => [
  figure('what is kept on one device, until another shows it', kept, 'ms', { note: 'while a run goes on' }),
  figure('words of an answer under way, until another device shows them', words, 'ms'),
]

/** @param {readonly Opened[]} short @param {readonly Opened[]} long @param {number} turns */
function ofOpening(short, long, turns) {
  const figures = [
    { opened: short, size: SHORT * 2 },
    { opened: long, size: turns * 2 },
  ].flatMap(({ opened, size }) => {
    const at = `${size.toLocaleString('en')} messages on a new device`
    return [
      figure(
        `${at}: all of it is there`,
        opened.map(({ ms }) => ms),
        'ms',
        { note: 'a storage without delay' },
      ),
      figure(
        `${at}: requests`,
        opened.map(({ requests }) => requests),
        '',
      ),
      figure(
        `${at}: bytes from the storage`,
        opened.map(({ down }) => down),
        'B',
      ),
    ]
  })
  const messages = (turns * 2).toLocaleString('en')
  /** @param {readonly Opened[]} opened */
  const times = (opened) => opened.map(({ ms }) => ms)
  const of = `${SHORT * 2} messages`
  return [
    ...figures,
    ratio(`time on a new device: ${messages} messages against ${SHORT * 2}`, times(long), times(short), { of }),
  ]
}

/** The suite's own server is TypeScript; Vite's runner loads it into Node. */
async function s3Server() {
  const path = fileURLToPath(new URL('../support/s3-server.ts', import.meta.url))
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' })
  return /** @type {typeof import('../support/s3-server.ts')} */ (module)
}
