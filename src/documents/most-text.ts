/** Characters of a document that are given to a model at the most, before the words that say what was left out: what is longer was cut. */
export const MOST_TEXT = 200_000
