// first of all: see there
import '../worker-link/first-worker.ts'
import '../styles/main.css'
import { startPage } from '../welcome/start-page.tsx'
import { spawnWorker } from '../worker-link/spawn-worker.ts'
import { refusal, refusesFrame } from './frame-guard.ts'

/** The page's thread: it only wires. */
const root = document.getElementById('root')
if (root && refusesFrame()) root.textContent = refusal
else if (root) {
  const page = startPage({ root, openPort: spawnWorker })
  // not needed for the first screen
  import('../../pwa/register.ts')
    .then(({ registerServiceWorker }) => registerServiceWorker({ onUpdate: page.offerUpdate, onClick: page.clicked }))
    .catch((error: unknown) => console.error(error))
}
