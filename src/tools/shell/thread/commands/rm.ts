import { SHELL_ROOT } from '../../shell-port.ts'
import { CommandError, command } from './command.ts'

/** The shell's `rm`, except that it never deletes the whole workspace: the original silently would with `-f`. */
export const rm = command('rm', async (args, context) => {
  const { fs, cwd, origCommand } = context
  for (const arg of args) {
    const path = arg.startsWith('-') ? '' : fs.resolvePath(cwd, arg)
    if (path === '/' || path === SHELL_ROOT) throw new CommandError(`'${path}' is not removed as a whole`)
  }
  if (origCommand === undefined) throw new CommandError('not found', 127)
  return await origCommand(args)
})
