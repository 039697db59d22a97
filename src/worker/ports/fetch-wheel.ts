import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { PACKAGE_BASE, PACKAGE_GRANT } from '../../tools/python/package-names.ts'
import { readBody } from '../../tools/web/read-body.ts'
import { testPackages } from '../test-seams.ts'
import type { GetWheel } from './python-wheels.ts'

/** Bytes of the largest wheel. */
const LARGEST = 64 * 1024 * 1024

/** Fetches files of the packages' host, if these grants allow that. */
export function wheelsFor(grants: readonly string[]): GetWheel {
  const base = packageBase()
  const host = new URL(base).origin
  const guarded = createGuardedFetch({
    allowed: (origin) => origin === host && grants.includes(PACKAGE_GRANT),
    secretFor: () => null,
    fetch: globalThis.fetch.bind(globalThis),
  })
  return async (fileName, signal) => {
    let response: Response
    try {
      response = await guarded(new URL(encodeURIComponent(fileName), base), { signal })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TypeError)) throw error
      throw new Error(
        `${host} did not answer, so ${fileName} could not be loaded. Without packages, Python has its standard library: csv, json, statistics, sqlite3.`,
        { cause: error },
      )
    }
    if (!response.ok) throw new Error(`${host} answered ${response.status} for ${fileName}.`)
    const { bytes, cut } = await readBody(response, LARGEST)
    if (cut) throw new Error(`${fileName} is too large.`)
    return bytes
  }
}

/** Where packages lie, and in a test build where the test says. */
const packageBase = (): string => (__FAILPOINTS__ ? (testPackages() ?? PACKAGE_BASE) : PACKAGE_BASE)

/** In a test build, the package list of the test's host; otherwise undefined, and the app's own list counts. */
export const listOfTest = (): (() => Promise<string>) | undefined => {
  const base = __FAILPOINTS__ ? testPackages() : undefined
  return base === undefined ? undefined : async () => (await fetch(`${base}pyodide-lock.json`)).text()
}
