/**
 * How far an import has come. What has arrived stays, whoever stops it. `of`: null until it is known. `comesOnce`: what is here already does not
 * come again.
 */
export type ImportCourse = { done: number; of: number | null; stopped: boolean; comesOnce: boolean }

export const newCourse = (): ImportCourse => ({ done: 0, of: null, stopped: false, comesOnce: false })
