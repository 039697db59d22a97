import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { oneAtATime } from '../support/one-at-a-time.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reflexor-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('two test files that built the same site at once wrote over each other: the second waits until the first has ended', () => {
  const [lock, built] = [join(folder, 'lock'), join(folder, 'built')]
  const script = `const fs = require('node:fs')
    setTimeout(() => { fs.writeFileSync(${JSON.stringify(built)}, ''); fs.rmSync(${JSON.stringify(lock)}) }, 300)
    setTimeout(() => {}, 60_000)`
  const other = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  onTestFinished(() => void other.kill())
  writeFileSync(lock, String(other.pid))
  let found: boolean | undefined
  oneAtATime(lock, () => {
    found = existsSync(built)
  })
  expect(found).toBe(true)
})

it('the lock of a process that has ended holds nobody up; work that fails leaves none behind', () => {
  const lock = join(folder, 'lock')
  const ended = spawnSync(process.execPath, ['-e', '0'])
  writeFileSync(lock, String(ended.pid))
  expect(() =>
    oneAtATime(lock, () => {
      throw new Error('The build failed.')
    }),
  ).toThrow('The build failed.')
  expect(existsSync(lock)).toBe(false)
})
