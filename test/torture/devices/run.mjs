#!/usr/bin/env node
/**
 * `npm run torture:devices [-- <scenarios> [seed]] [--blows N] [--lies] [--verbose]`: two browsers on one storage are
 * killed, put to sleep, cut off and take a session from each other in mid-run. The rig is TypeScript; Vite's runner
 * loads it into Node.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const { values, positionals } = parseArgs({
  options: {
    blows: { type: 'string', default: '14' },
    // the storage forgets, answers late, says yes to everything, goes back to a backup
    lies: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [scenarios = 5, seed = Math.floor(Math.random() * 1_000_000)] = positionals.map(Number)
// Playwright closes the browsers at these signals, but leaves the process alive
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const loaded = await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  define: { __FAILPOINTS__: 'true' },
})
const { tortureDevices } = /** @type {typeof import('./main.ts')} */ (loaded.module)
const begun = Date.now()
const { counts, violations, acts } = await tortureDevices({
  scenarios,
  seed,
  blows: Number(values.blows),
  lies: values.lies,
  verbose: values.verbose,
})
const table = Object.entries(counts)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, count]) => `${name.padEnd(30)} ${count}`)
console.log(`\n${table.join('\n')}`)
console.log(
  `\n${scenarios} scenarios from seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s; ${acts} outside acts; ${violations.length} scenarios with violations`,
)
process.exit(violations.length === 0 ? 0 : 1)
