/**
 * Thrown by a tool that may have done what it was asked to, and cannot know: the request had left, and no answer came. A call of a
 * `once` tool becomes an unknown outcome by it, which the person decides; of any other tool it is an error like every other, since doing
 * it again does no harm. Not for what proves that nothing was done (a refusal, a connection that was never made): that is a plain error.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}
