/**
 * The code of machines and commands. A first visit has neither, so it is loaded when a session is restored or something
 * is said. What cannot be fetched now is fetched again by the next caller.
 */
export const machineCode = async () => {
  const [{ readBeside, startMachine }, { restoreSession }, { makeCommands }] = await Promise.all([
    import('./session-machine.ts'),
    import('../../storage/restore.ts'),
    import('./commands.ts'),
  ])
  return { readBeside, startMachine, restoreSession, makeCommands }
}
