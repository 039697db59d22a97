/**
 * The worker's own script. It is so small because Chromium keeps compiled code of what a worker loads by `import()`,
 * but neither of a worker's own script nor of what that one imports at once. What the page says meanwhile waits. A part
 * that does not come is an error of the worker, which its page hears.
 */
const said: MessageEvent[] = []
self.onmessage = (event) => void said.push(event)
import('./start.ts')
  .then(
    ({ start }) => start(said),
    (cause: unknown) => {
      throw new Error('Couldn’t load the worker.', { cause })
    },
  )
  .catch(reportError)
