/**
 * The code of machines and commands. A first visit needs neither, so it is loaded when a session is restored or the
 * first command arrives. If it cannot be fetched, the next caller tries again.
 */
export const machineCode = async () => {
  const [{ readBeside, startMachine }, { restoreSession }, { makeCommands }] = await Promise.all([
    import('./session-machine.ts'),
    import('../../storage/restore.ts'),
    import('./commands.ts'),
  ])
  return { readBeside, startMachine, restoreSession, makeCommands }
}
