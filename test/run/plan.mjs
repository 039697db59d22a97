/**
 * Everything that a run proves, as data. The order of the list is the order in which jobs that may run side by side
 * begin: long ones first, CPU-bound jobs (`load` 1) next to jobs that wait.
 * @typedef {'check' | 'test' | 'all'} Tier each tier includes the ones before it
 * @typedef {object} Task
 * @property {string} title
 * @property {Tier} tier the smallest run that includes it
 * @property {number} load cores that it keeps busy on average, of two
 * @property {number} minutes after which it is ended
 * @property {string[]} [command] passes with exit code 0
 * @property {{ project: string, files?: string[] }} [tests] of Vitest: a project, or some of its files
 * @property {string[]} [after]
 * @property {boolean} [alone] nothing may run beside it
 * @property {boolean} [optional] a browser that cannot be installed everywhere: without it, its tests are left out, and
 * the run says so
 * @property {boolean} [torture] its report has sentences for the end of the output
 */

/** @type {(file: string, ...args: string[]) => string[]} */
const node = (file, ...args) => ['node', file, ...args]
/** @type {(name: string, path: string, ...args: string[]) => string[]} */
const bin = (name, path, ...args) => node(`node_modules/${name}/${path}`, ...args)
const vite = (/** @type {string[]} */ ...args) => bin('vite', 'bin/vite.js', ...args)

const LIGHTHOUSE = 'test/long/lighthouse.test.ts'
const BUILDS = ['production build', 'test build']

/** @type {Task[]} */
const TASKS = [
  { title: 'production build', tier: 'check', load: 1, minutes: 4, command: vite('build') },
  { title: 'test build', tier: 'test', load: 1, minutes: 4, command: vite('build', '--mode', 'test') },
  {
    title: 'Chromium',
    tier: 'test',
    load: 0.5,
    minutes: 10,
    command: node('test/support/find-browser.mjs', '--install'),
  },
  {
    title: 'end-to-end tests',
    tier: 'test',
    load: 1,
    minutes: 30,
    after: [...BUILDS, 'Chromium'],
    tests: { project: 'e2e' },
  },
  { title: 'unit tests', tier: 'check', load: 1, minutes: 16, tests: { project: 'unit' } },
  {
    title: 'browser tests of the worker and the storage',
    tier: 'test',
    load: 1,
    minutes: 20,
    after: ['Chromium'],
    tests: { project: 'browser' },
  },
  {
    title: 'browser tests of the page',
    tier: 'test',
    load: 1,
    minutes: 20,
    after: ['Chromium'],
    tests: { project: 'ui' },
  },
  // several checkers would each check the same types again
  {
    title: 'types',
    tier: 'check',
    load: 1,
    minutes: 4,
    command: bin('typescript', 'bin/tsc', '-b', '--checkers', '1'),
  },
  {
    title: 'lint',
    tier: 'check',
    load: 1,
    minutes: 2,
    command: node('test/node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  },
  { title: 'nothing unused', tier: 'check', load: 1, minutes: 2, command: node('test/node_modules/knip/bin/knip.js') },
  {
    title: 'bundle size',
    tier: 'check',
    load: 1,
    minutes: 1,
    after: ['production build'],
    command: node('test/support/bundle-size.mjs'),
  },

  {
    title: 'long end-to-end tests',
    tier: 'all',
    load: 1,
    minutes: 30,
    after: [...BUILDS, 'Chromium'],
    tests: { project: 'long', files: ['--exclude', LIGHTHOUSE] },
  },
  {
    title: 'torture: 25 kills and 100 other faults',
    tier: 'all',
    load: 1,
    minutes: 14,
    after: ['test build', 'Chromium'],
    command: node('test/torture/run.mjs', '--short'),
    torture: true,
  },
  {
    title: 'torture of two devices: one scenario of 8 blows',
    tier: 'all',
    load: 0.7,
    minutes: 14,
    after: ['test build', 'Chromium'],
    // always the same plan
    command: node('test/torture/devices/run.mjs', '1', '2012', '--blows', '8'),
  },
  {
    title: 'Firefox',
    tier: 'all',
    load: 0.5,
    minutes: 10,
    command: node('test/support/find-firefox.mjs', '--install'),
    optional: true,
  },
  {
    title: 'Firefox tests',
    tier: 'all',
    load: 1,
    minutes: 8,
    after: ['production build', 'Firefox'],
    tests: { project: 'firefox' },
  },
  {
    title: 'WebKit',
    tier: 'all',
    load: 0.5,
    minutes: 10,
    command: node('test/webkit/find-webkit.mjs', '--install'),
    optional: true,
  },
  {
    title: 'WebKit tests',
    tier: 'all',
    load: 1,
    minutes: 8,
    after: ['production build', 'WebKit'],
    tests: { project: 'webkit' },
  },
  {
    title: 'Lighthouse',
    tier: 'all',
    load: 1,
    minutes: 14,
    after: [...BUILDS, 'Chromium'],
    // this one judges start-up speed
    alone: true,
    tests: { project: 'long', files: [LIGHTHOUSE] },
  },
]

const ORDER = /** @type {const} */ (['check', 'test', 'all'])

/**
 * @param {Tier} tier
 * @returns {Task[]} the tasks of a run, in order
 */
export function tasksOf(tier) {
  return TASKS.filter((task) => ORDER.indexOf(task.tier) <= ORDER.indexOf(tier))
}
