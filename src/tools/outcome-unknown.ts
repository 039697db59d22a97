/**
 * Thrown by a tool that may have acted and cannot know: the request left, and no answer came. For a `once` tool it
 * makes the outcome unknown, and the person decides; for any other tool it is a normal error, since a second run does
 * no harm. If it is certain that nothing happened (a refusal, a connection that was never made), throw a plain error
 * instead.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}
