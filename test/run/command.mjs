import { spawn } from 'node:child_process'

const MINUTE = 60_000

/**
 * @typedef {{ passed: boolean, output: string }} Ended `passed`: exit code 0, in time
 */

/**
 * Runs a command in a separate process group. If it is late, the whole group is killed.
 * @param {string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, minutes: number }} options
 * @returns {Promise<Ended>}
 */
export function runCommand([command = '', ...args], { cwd, env, minutes }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    const killGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has ended
      }
    }
    const timer = setTimeout(() => {
      output += `\nEnded after ${minutes} minutes: ${command} ${args.join(' ')}\n`
      killGroup()
    }, minutes * MINUTE)
    const done = (/** @type {boolean} */ passed) => {
      clearTimeout(timer)
      resolve({ passed, output })
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
      done(false)
    })
    // not `close`: a leftover browser may hold the pipe open
    child.once('exit', (code) => setTimeout(() => done(code === 0), 300))
  })
}
