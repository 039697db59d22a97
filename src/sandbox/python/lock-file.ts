/// <reference path="../assets.d.ts" />
import url from 'pyodide/pyodide-lock.json?url'

/** Names every package that Python can load, with its file and its hash. It comes with the app. */
export async function readLockFile(): Promise<string> {
  const response = await fetch(new URL(url, import.meta.url))
  if (!response.ok) throw new Error(`Python's list of packages could not be loaded (${response.status}).`)
  return response.text()
}
