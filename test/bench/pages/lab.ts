import type { LabRequest } from './lab-worker.ts'

/** Runs one piece of work in a worker of its own: `window.lab(request)`, called by the bench. */
function lab(request: LabRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => worker.terminate()
    worker.onerror = (event) => {
      end()
      reject(new Error(event.message))
    }
    worker.onmessage = ({ data }) => {
      if (data.type === 'lab-result') resolve(data.result)
      else if (data.type === 'lab-error') reject(new Error(data.message))
      else return
      end()
    }
    worker.postMessage(request)
  })
}

Object.assign(window, { lab })
