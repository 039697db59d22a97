#!/usr/bin/env node
/**
 * `npm run test:storage`: the port against real servers, started here. Ceph, which is fit: the contract and 1,000
 * races; Apache's WebDAV and s3rver, which the probe must refuse. `npm run test:storage -- apache` is that one alone.
 * What is not here is said, and counts as failed.
 */
import { spawn } from 'node:child_process'
import * as apache from './apache.mjs'
import * as ceph from './ceph.mjs'
import * as s3rver from './s3rver.mjs'

const STORES = { ceph, apache, s3rver }
const asked = process.argv.slice(2)
const names = Object.keys(STORES).filter((name) => asked.length === 0 || asked.includes(name))
/** @type {Record<string, object>} */
const settings = {}
/** @type {(() => Promise<void>)[]} */
const stops = []
const stopAll = () => Promise.all(stops.splice(0).map((stop) => stop()))
// their servers must not outlive this
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopAll().finally(() => process.exit(130)))

let failed = names.length === 0
for (const [name, store] of Object.entries(STORES)) {
  if (!names.includes(name)) continue
  const missing = store.missing()
  try {
    if (missing.length > 0) throw new Error(`Not here: ${missing.join(', ')}. It takes ${store.INSTALL}`)
    const started = await store.start()
    settings[name] = started.settings
    stops.push(started.stop)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    failed = true
  }
}
if (Object.keys(settings).length > 0) {
  const files = Object.keys(settings).map((name) => `test/storage/${name}.test.ts`)
  const child = spawn('npx', ['vitest', 'run', '--config', 'test/storage/vitest.config.ts', ...files], {
    stdio: 'inherit',
    env: { ...process.env, REFLEXOR_STORAGES: JSON.stringify(settings) },
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  failed ||= code !== 0
}
await stopAll()
process.exitCode = failed ? 1 : 0
