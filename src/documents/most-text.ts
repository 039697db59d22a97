/** Most characters of a document that a model gets, before the note about what was left out: a longer text was cut. */
export const MOST_TEXT = 200_000
