/** Progress of an import. Arrived sessions stay if somebody stops it. `of`: null until it is known. */
export type ImportCourse = { done: number; of: number | null; stopped: boolean }

export const newCourse = (): ImportCourse => ({ done: 0, of: null, stopped: false })
