// first of all: see there
import './first-worker.ts'
import '../kit/html-policy.ts'
import '../styles/main.css'
import { refusal, refusesFrame } from './frame-guard.ts'
import { spawnWorker } from './spawn-worker.ts'
import { startPage } from './start-page.tsx'

/** The page's thread: it only wires. */
const root = document.getElementById('root')
if (root && refusesFrame()) root.textContent = refusal
else if (root) {
  root.replaceChildren()
  const page = startPage({ root, openPort: spawnWorker })
  // not needed for the first screen
  import('../../pwa/register.ts')
    .then(({ registerServiceWorker }) => registerServiceWorker({ onUpdate: page.offerUpdate, onClick: page.clicked }))
    .catch((error: unknown) => console.error(error))
}
