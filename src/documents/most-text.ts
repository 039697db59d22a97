/** Characters of a document that are given to a model at the most, and cells of a sheet that are looked at. */
export const MOST_TEXT = 200_000
