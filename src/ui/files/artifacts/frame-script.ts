/**
 * Runs first inside a running artifact: hands console output, errors and policy violations to the app, and answers its
 * heartbeat. Its text is copied into the artifact's page, so it may use nothing from outside. It is no protection: the
 * artifact shares its window and can send anything in its place, so the app treats its messages as hostile.
 * `linesBefore`: lines of the page that are not the artifact's.
 */
export function frameScript(linesBefore: number): void {
  const app = window.parent.parent
  const MAX_LINES = 1000
  let lines = 0
  const say = (level: string, text: string): void => {
    lines++
    if (lines <= MAX_LINES) app.postMessage({ artifact: 'line', level, text: text.slice(0, 2000) }, '*')
  }
  const words = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof Error) return String(value.stack ?? value)
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
    if (event.message) say('error', `${event.message} (line ${event.lineno - linesBefore}, column ${event.colno})`)
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
