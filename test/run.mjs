#!/usr/bin/env node
/**
 * `npm test`: installs what is missing, runs every check, and ends with one line, `N passed, N failed`. Tests are counted
 * from the reports that Vitest writes; types, lint, builds and the bundle budget count as one item each. A skipped test
 * counts as failed. `--check` leaves out what needs a browser.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './support/find-browser.mjs'
import { ensureFirefox } from './support/find-firefox.mjs'
import { ensureWebKit } from './webkit/find-webkit.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = `${root}test/.results`
const minute = 60_000
const quick = process.argv.includes('--check')
const totals = { passed: 0, failed: 0 }
/** @type {string[]} */
const failures = []
/** @type {NodeJS.ProcessEnv} */
const environment = process.stdout.isTTY ? { ...process.env } : { ...process.env, NO_COLOR: '1' }

/**
 * Runs a command in a process group of its own, so that a step that hangs is ended with all it started.
 * @param {string} command
 * @param {string[]} args
 * @param {number} limit in ms
 * @param {boolean} [aside] another one runs beside it: what it says is shown when it has ended
 * @returns {Promise<boolean>} whether it ended in time with exit code 0
 */
function run(command, args, limit, aside = false) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', aside ? 'pipe' : 'inherit', aside ? 'pipe' : 'inherit'],
      detached: true,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // the group is gone already
      }
    }
    const timer = setTimeout(() => {
      console.error(`Ended after ${limit / minute} minutes: ${command} ${args.join(' ')}`)
      end()
    }, limit)
    const interrupt = () => {
      end()
      process.exit(130)
    }
    process.once('SIGINT', interrupt)
    process.once('SIGTERM', interrupt)
    const done = (/** @type {boolean} */ passed) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      if (aside) console.log(`\n== ${args.join(' ')}\n${said}`)
      resolve(passed)
    }
    child.once('error', (error) => {
      console.error(error.message)
      done(false)
    })
    // not `close`: a browser left behind may hold the pipe open
    child.once('exit', (code) => setTimeout(() => done(code === 0), aside ? 500 : 0))
  })
}

/** @param {string} what */
function fail(what) {
  totals.failed += 1
  failures.push(what)
}

/**
 * One item: a command that succeeds or not.
 * @param {string} title
 * @param {string[]} command
 * @param {number} limit in ms
 * @param {boolean} [aside] shown when it has ended
 */
async function step(title, [command = '', ...args], limit, aside = false) {
  console.log(`\n== ${title}`)
  if (await run(command, args, limit, aside)) totals.passed += 1
  else fail(title)
}

/**
 * @typedef {{ status: string, fullName: string }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} TestFile
 */

/**
 * The tests of one Vitest project, or of a share of its files, counted from its report.
 * @param {string} project
 * @param {number} limit in ms
 * @param {{ share: string, files: string[], aside?: boolean }} [part] which files, as arguments; `aside`: shown when they have ended
 */
async function tests(project, limit, { share, files: part, aside = false } = { share: 'all', files: [] }) {
  console.log(`\n== ${project} tests (${share})`)
  const report = `${results}/${project}-${share}.json`
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...part, ...reporters]
  const passed = await run('node', command, limit, aside)
  if (!existsSync(report)) return fail(`${project} tests (${share}): no report (nothing ran, or it was ended)`)
  let counted = 0
  /** @type {TestFile[]} */
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  for (const file of files) {
    const name = file.name.replace(root, '')
    const bad = file.assertionResults.filter((test) => test.status !== 'passed')
    totals.passed += file.assertionResults.length - bad.length
    if (bad.length > 0 || file.status === 'failed') counted += 1
    for (const test of bad) fail(`${name}: ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status})`}`)
    if (file.status === 'failed' && bad.length === 0) fail(`${name}: the file itself failed`)
  }
  // an unhandled error outside of every test fails the run, though no test of the report did
  if (!passed && counted === 0) fail(`${project} tests (${share}): failed outside of a test`)
}

/** What the torture found, for the end of the output, which is what is read: its evidence stands far above, and its files go with the machine. */
function tortureSaid() {
  /** @type {{ seconds: number, scenarios: number, violations: { seed: number, sentences: string[] }[] }} */
  const { seconds, scenarios, violations } = JSON.parse(readFileSync(`${results}/torture.json`, 'utf8'))
  const sentences = violations.flatMap((found) =>
    found.sentences.map((words) => `seed ${found.seed}: ${words.slice(0, 1500)}`),
  )
  if (sentences.length === 0) return ` (no violation: it was ended, ${scenarios} scenarios done in ${seconds} s)`
  return sentences
    .slice(0, 8)
    .map((words) => `\n    ${words}`)
    .join('')
}

mkdirSync(results, { recursive: true })
console.log('== packages')
// not `npm ci`, which would empty a folder in which one works; --no-save leaves the lockfile as it is
if (!(await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], 10 * minute))) {
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const checks = async () => {
  // one checker a project: several check the same types once more each, for twice the work
  await step('types', ['node', 'node_modules/typescript/bin/tsc', '-b', '--checkers', '1'], 4 * minute)
  await step('lint', ['node', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'], 2 * minute)
  await step('nothing unused', ['node', 'node_modules/knip/bin/knip.js'], 2 * minute)
  await step('production build', ['node', 'node_modules/vite/bin/vite.js', 'build'], 4 * minute)
  await step('bundle size', ['node', 'test/support/bundle-size.mjs'], minute)
}
if (quick) await Promise.all([checks(), tests('unit', 12 * minute, { share: 'all', files: [], aside: true })])
else {
  await checks()
  await step('test build', ['node', 'node_modules/vite/bin/vite.js', 'build', '--mode', 'test'], 4 * minute)
  try {
    const browser = ensureBrowser()
    console.log(`\nChromium ${browser.version} (${browser.source})`)
    environment['CHROMIUM_PATH'] = browser.executablePath ?? ''
    // of two cores each of the two rows below has one
    if (availableParallelism() < 3) environment['UNIT_ONE_AT_A_TIME'] = '1'
    const firefox = ensureFirefox()
    if (firefox.executablePath === null)
      console.log('\nThere is no Firefox here, and none could be installed: nothing was checked in it.')
    else console.log(`\nFirefox ${firefox.version}`)
    const webkit = ensureWebKit()
    console.log(
      webkit === null
        ? '\nThere is no WebKit here, and none could be installed: nothing was checked in it.'
        : `\nWebKit: ${webkit.browser}`,
    )
    // two rows of about the same length: each part has a storage of its own, and most wait more than they work
    const worker = 'test/browser/worker/'
    const lighthouse = 'test/e2e/lighthouse.test.ts'
    const first = async () => {
      await tests('unit', 16 * minute)
      await tests('browser', 35 * minute, { share: 'worker', files: [worker] })
      if (firefox.executablePath !== null) await tests('firefox', 8 * minute)
      if (webkit !== null) await tests('webkit', 8 * minute)
    }
    const second = async () => {
      if (await run('node', ['test/torture/run.mjs', '--short'], 14 * minute, true)) totals.passed += 1
      else fail(`torture: 25 kills and 100 other faults${tortureSaid()}`)
      await tests('browser', 35 * minute, { share: 'others', files: ['--exclude', `${worker}**`], aside: true })
      // a plan of its own, always the same: two browsers on one storage
      const devices = ['test/torture/devices/run.mjs', '1', '2012', '--blows', '8']
      await step('torture of two devices: one scenario of 8 blows', ['node', ...devices], 14 * minute, true)
      // how quick a start is, is not judged beside two browsers that work
      await tests('e2e', 14 * minute, { share: 'lighthouse', files: [lighthouse], aside: true })
    }
    await Promise.all([first(), second()])
    await tests('e2e', 40 * minute, { share: 'others', files: ['--exclude', lighthouse] })
  } catch (error) {
    fail(`a browser to test with: ${error instanceof Error ? error.message : error}`)
  }
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1
