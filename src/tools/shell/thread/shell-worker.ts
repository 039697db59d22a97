import type { FromShell, ToShell } from '../shell-messages.ts'
import { disarm } from './disarm-shell.ts'
import { makeOutside } from './outside.ts'
import { runCommand } from './run-command.ts'

/** The shell's thread: only wiring. One command, one answer; then its owner ends it. */

const say = (message: FromShell): void => self.postMessage(message)
const { outside, hear } = makeOutside(say)

disarm(self)
self.onmessage = ({ data }: MessageEvent<ToShell>): void => {
  hear(data)
  if (data.type !== 'run') return
  say({ type: 'started' })
  void runCommand(data.job, outside).then(say)
}
