/** Rejection of the promises of a stopped machine. The signal may not be committed. */
export class MoorexStopped extends Error {
  override name = 'MoorexStopped'
  constructor() {
    super('The machine was stopped')
  }
}
