import type { PageBundle } from './page-bundle.ts'

/**
 * Runs first inside a running artifact: hands console output, errors and policy violations to the app, and answers its
 * heartbeat. Its text is copied into the artifact's page, so it may use nothing from outside. It is no protection: the
 * artifact shares its window and can send anything in its place, so the app treats its messages as hostile.
 * `linesBefore`: lines of the page that are not the artifact's. `lines`: where the others come from. `modules`: paths
 * by address.
 */
export function frameScript(
  linesBefore: number,
  lines: PageBundle['lines'],
  modules: ReadonlyMap<string, string>,
): void {
  const app = window.parent.parent
  const MAX_LINES = 1000
  let said = 0
  const say = (level: string, text: string): void => {
    said++
    if (said <= MAX_LINES) app.postMessage({ artifact: 'line', level, text: text.slice(0, 2000) }, '*')
  }
  /** A place as `file:line:column` of the workspace. */
  const place = (file: string, line: number, column: number): string => {
    const module = modules.get(file)
    if (module !== undefined) return `${module}:${line}:${column}`
    if (file !== 'about:srcdoc' && file !== '') return `${file}:${line}:${column}`
    const own = line - linesBefore
    const [at, path, from] = lines.findLast(([begins]) => begins <= own) ?? [1, 'page', 1]
    return `${path}:${from + own - at}:${column}`
  }
  const placed = (stack: string): string =>
    stack.replace(/(about:srcdoc|blob:[\w.:/-]{1,80}):(\d{1,9}):(\d{1,9})/g, (_, file: string, line, column) =>
      place(file, Number(line), Number(column)),
    )
  const words = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof Error) return placed(String(value.stack ?? value))
      if (typeof value !== 'object' || value === null) return String(value)
      return JSON.stringify(value) ?? Object.prototype.toString.call(value)
    } catch {
      return '[cannot be shown]'
    }
  }
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    const original = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      original(...values)
      say(level === 'warn' || level === 'error' ? level : 'log', values.map(words).join(' '))
    }
  }
  window.addEventListener('error', (event) => {
    if (event.message) say('error', `${event.message} (${place(event.filename, event.lineno, event.colno)})`)
  })
  window.addEventListener('unhandledrejection', (event) => say('error', `Unhandled rejection: ${words(event.reason)}`))
  document.addEventListener('securitypolicyviolation', (event) =>
    say('warn', `Blocked: ${event.effectiveDirective} ${event.blockedURI}. There is no network here.`),
  )
  window.addEventListener('message', (event) => {
    if (event.source !== app || event.data?.artifact !== 'ping') return
    event.stopImmediatePropagation()
    app.postMessage({ artifact: 'pong' }, '*')
  })
  // The only way to the network that no policy covers. A script that opens another window still finds it there.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name)
}
