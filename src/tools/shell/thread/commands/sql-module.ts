import initSqlJs, { type SqlJsStatic } from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'

let loading: Promise<SqlJsStatic> | undefined

/** SQLite, loaded once per thread. */
export function sqlModule(): Promise<SqlJsStatic> {
  loading ??= initSqlJs({ locateFile: () => wasmUrl })
  return loading
}
