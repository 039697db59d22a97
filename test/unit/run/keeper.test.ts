import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { RUN } from '../../run/keeper.mjs'

const keeperFile = fileURLToPath(new URL('../../run/keeper.mjs', import.meta.url))
const begun: ChildProcess[] = []
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL')
})

const sleeper = (run: string) => {
  const child = spawn('sleep', ['60'], { env: { ...process.env, [RUN]: run }, detached: true, stdio: 'ignore' })
  begun.push(child)
  return child
}

it('a killed run leaves no process and no folder behind, and touches no other run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keeper-'))
  writeFileSync(join(folder, 'profile'), 'x')
  const run = `run-${process.pid}`
  const [own, other] = [sleeper(run), sleeper(`${run}-other`)]
  const keeper = spawn(process.execPath, [keeperFile, run, folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  begun.push(keeper)
  await once(own, 'spawn')
  const ended = once(keeper, 'exit')
  const killed = once(own, 'exit')

  // the end of a run does this to it, whatever ended the run
  keeper.stdin?.destroy()

  await ended
  // other systems do not show the environments of processes
  if (process.platform === 'linux') expect((await killed)[1]).toBe('SIGKILL')
  expect(existsSync(folder)).toBe(false)
  expect(other.exitCode ?? other.signalCode).toBeNull()
})
