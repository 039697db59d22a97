#!/usr/bin/env node
/** `npm run test:laws`: the random search over the laws of the agent and of the shared log, long. LAWS_RUNS (default 20,000) and LAWS_SEED choose how far and where. */
import { spawn } from 'node:child_process'

const child = spawn(
  'npx',
  ['vitest', 'run', '--project', 'unit', 'test/unit/agent/laws.test.ts', 'test/unit/sync/laws.test.ts'],
  {
    stdio: 'inherit',
    env: { LAWS_RUNS: '20000', ...process.env },
  },
)
child.once('exit', (code) => process.exit(code ?? 1))
