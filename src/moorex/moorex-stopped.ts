/** What the promises of a stopped machine reject with. The signal is not known to be committed. */
export class MoorexStopped extends Error {
  override name = 'MoorexStopped'
  constructor() {
    super('The machine was stopped')
  }
}
