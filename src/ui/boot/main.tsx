// first of all: see there
import './first-worker.ts'
// hears at once: the browser says it once
import '../install/install-offer.ts'
import '../kit/html-policy.ts'
import { nextTask } from '../kit/next-task.ts'
import '../styles/main.css'
import { chosenBefore, languageOf, speak } from '../words/language.ts'
import { spawnWorker } from './spawn-worker.ts'
import { startPage } from './start-page.tsx'

/** The page's thread: it only wires. */
const root = document.getElementById('root')
if (root) {
  // the words of another language come before the first screen; without them it is an English one
  speak(languageOf(chosenBefore(localStorage), navigator.languages))
    .catch((error: unknown) => console.error(error))
    .then(() => open(root))
}

/** In several tasks: on a slow phone one would hold up keys and taps for a fifth of a second. */
async function open(root: HTMLElement): Promise<void> {
  await nextTask()
  const shared = location.search === '' ? null : await takeShared()
  const page = startPage({ openPort: spawnWorker, shared })
  await nextTask()
  page.show(root)
  // not needed for the first screen; where it is new it fetches all files, which the page is not to wait for
  setTimeout(
    () =>
      import('../../pwa/register.ts')
        .then(({ registerServiceWorker }) =>
          registerServiceWorker({ onUpdate: page.offerUpdate, onClick: page.clicked }),
        )
        .catch((error: unknown) => console.error(error)),
    navigator.serviceWorker?.controller ? 0 : 3000,
  )
}

/** What was shared with this page; it opens without it, too. */
const takeShared = (): Promise<string | null> =>
  import('../home/shared-words.ts')
    .then((part) => part.takeShared())
    .catch((error: unknown) => {
      console.error(error)
      return null
    })
