#!/usr/bin/env node
/** `npm run test:storage`: the contract of the port and 1,000 races against a real Ceph, started here. */
import { spawn } from 'node:child_process'
import { missingCommands, startCeph } from './ceph.mjs'

const missing = missingCommands()
if (missing.length > 0) {
  console.error(
    `Not here: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-mgr ceph-common ceph-base`,
  )
  process.exit(1)
}
const ceph = await startCeph()
// its servers must not outlive it
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ceph.stop().finally(() => process.exit(130)))
const child = spawn('npx', ['vitest', 'run', '--config', 'test/storage/vitest.config.ts'], {
  stdio: 'inherit',
  env: { ...process.env, REFLEXOR_STORAGE: JSON.stringify({ url: ceph.url, keys: ceph.keys }) },
})
const code = await new Promise((resolve) => child.once('exit', resolve))
await ceph.stop()
process.exitCode = code ?? 1
