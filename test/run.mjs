#!/usr/bin/env node
/**
 * `npm test`: installs what is missing, proves everything in `run/plan.mjs`, and ends with one line, `N passed, N
 * failed`. Tests are counted from the reports that Vitest writes; a build, the types and other commands count as one
 * item each. `--check` leaves out what needs a browser; `--all` adds the long proofs.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './run/command.mjs'
import { cleanUp, RUN } from './run/keeper.mjs'
import { tasksOf } from './run/plan.mjs'
import { runJobs } from './run/queue.mjs'
import { countTests, tortureSaid } from './run/report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = `${root}test/.results`
const tier = process.argv.includes('--all') ? 'all' : process.argv.includes('--check') ? 'check' : 'test'
const begun = Date.now()
const seconds = (/** @type {number} */ since) => Math.round((Date.now() - since) / 1000)

const run = randomUUID()
// sockets are made in it, and their paths must be short
const temporary = mkdtempSync(join(tmpdir(), 'rfx-'))
const cores = availableParallelism()
/** @type {NodeJS.ProcessEnv} */
const env = {
  ...process.env,
  [RUN]: run,
  TMPDIR: temporary,
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  // other jobs keep the second core busy
  ...(cores < 3 && tier !== 'check' ? { UNIT_ONE_AT_A_TIME: '1' } : {}),
  ...(tier === 'all' ? { LONG: '1' } : {}),
}
const keeper = spawn(process.execPath, [fileURLToPath(new URL('run/keeper.mjs', import.meta.url)), run, temporary], {
  stdio: ['pipe', 'ignore', 'ignore'],
  detached: true,
})
keeper.unref()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void cleanUp(run, temporary).then(() => process.exit(130)))

mkdirSync(results, { recursive: true })
console.log('== packages')
const installed = await runCommand(['node', 'test/support/as-locked.mjs', '.', 'test'], { cwd: root, env, minutes: 10 })
console.log(`${installed.output}packages: ${seconds(begun)} s`)
if (!installed.passed) {
  await cleanUp(run, temporary)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

let passed = 0
/** @type {string[]} */
const failures = []
/** @type {Map<string, number>} */
const startedAt = new Map()
/** @type {string[]} */
const leftOut = []

/**
 * @param {import('./run/plan.mjs').Task} task
 * @returns {Promise<boolean>}
 */
async function prove({ title, command, tests, minutes, optional, torture }) {
  const report = `${results}/${title.replaceAll(/\W+/g, '-')}.json`
  rmSync(report, { force: true })
  const vitest = [
    'node',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    tests?.project ?? '',
    ...(tests?.files ?? []),
  ]
  const whole = command ?? [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await runCommand(whole, { cwd: root, env, minutes })
  console.log(`\n== ${title}: ${seconds(startedAt.get(title) ?? begun)} s\n${ended.output}`)
  if (tests === undefined) {
    if (ended.passed) passed += 1
    else if (optional) leftOut.push(title)
    else failures.push(`${title}${torture ? tortureSaid(`${results}/torture.json`) : ''}`)
    return ended.passed
  }
  const counted = countTests({ title, report, root, exitedWell: ended.passed })
  passed += counted.passed
  failures.push(...counted.failures)
  return counted.failures.length === 0
}

const tasks = tasksOf(tier)
const optional = new Set(tasks.filter((task) => task.optional).map((task) => task.title))
await runJobs(
  tasks.map((task) => ({ ...task, run: () => prove(task) })),
  Math.max(2, cores),
  {
    onStart: ({ title }) => {
      startedAt.set(title, Date.now())
      console.log(`-- ${title} begins at ${seconds(begun)} s`)
    },
    onEnd: ({ title, after = [] }, how) => {
      if (how !== 'not run') return
      if (after.some((name) => optional.has(name) && leftOut.includes(name))) leftOut.push(title)
      else failures.push(`${title}: not run, because something before it failed`)
    },
  },
)
await cleanUp(run, temporary)

if (leftOut.length > 0) console.log(`\nNot here, and could not be installed, so not proved: ${leftOut.join(', ')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${Math.floor(seconds(begun) / 60)} min ${seconds(begun) % 60} s`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
