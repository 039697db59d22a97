/**
 * How far an import has come. What has arrived stays, whoever stops it. `of`: null until it is known.
 */
export type ImportCourse = { done: number; of: number | null; stopped: boolean }

export const newCourse = (): ImportCourse => ({ done: 0, of: null, stopped: false })
