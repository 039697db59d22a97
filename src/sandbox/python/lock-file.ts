/// <reference path="../assets.d.ts" />
import url from 'pyodide/pyodide-lock.json?url'

/** Lists every package that Python can load, with file and hash. It comes with the app. */
export async function readLockFile(): Promise<string> {
  const response = await fetch(new URL(url, import.meta.url))
  if (!response.ok) throw new Error(`Python's list of packages could not be loaded (${response.status}).`)
  return response.text()
}
