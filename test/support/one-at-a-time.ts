import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that has ended does not
 * count.
 */
export function oneAtATime(lock: string, work: () => void): void {
  while (!isTaken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!isAlive(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(lock: string): boolean {
  try {
    const id = Number(readFileSync(lock, 'utf8'))
    // the id is written a moment after the file is created
    if (id > 0) process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
