/** Receives errors that have no caller. */
export type Report = (error: unknown) => void

type Platform = { reportError?: Report; console?: { error: Report } }

/** The platform's `reportError` (browser page and worker), else the console (Node). Looked up at each call. */
export const reportToPlatform: Report = (error) => {
  const { reportError, console } = globalThis as Platform
  if (reportError) reportError(error)
  else console?.error(error)
}

/** A report that cannot hurt its caller: when `report` itself throws, both errors go to the platform. */
export function safeReport(report: Report): Report {
  return (error) => {
    try {
      report(error)
    } catch (reportFailure) {
      reportToPlatform(error)
      reportToPlatform(reportFailure)
    }
  }
}

/**
 * Passes a rejection of a callback's result to `onError`. A callback typed `() => void` may be an async function;
 * otherwise nobody would hear it fail.
 */
export function catchLate(returned: unknown, onError: Report): void {
  if (returned instanceof Promise) returned.catch(onError)
}
