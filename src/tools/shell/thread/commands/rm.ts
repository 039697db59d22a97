import { SHELL_ROOT } from '../../shell-port.ts'
import { CommandError, command } from './command.ts'

/** The `rm` of the shell, but never of the whole workspace: its own one says nothing of that with `-f`. */
export const rm = command('rm', async (args, context) => {
  const { fs, cwd, origCommand } = context
  for (const arg of args) {
    const path = arg.startsWith('-') ? '' : fs.resolvePath(cwd, arg)
    if (path === '/' || path === SHELL_ROOT) throw new CommandError(`'${path}' is not removed as a whole`)
  }
  if (origCommand === undefined) throw new CommandError('not found', 127)
  return await origCommand(args)
})
