/** The least that any page with a worker and a database does: what a reload is compared with. */
const worker = new Worker(new URL('./empty-worker.ts', import.meta.url), { type: 'module' })
worker.onmessage = () => Object.assign(window, { openedAt: performance.now() })

export {}
