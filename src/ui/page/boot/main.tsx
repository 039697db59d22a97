// first of all: see there
import './first-worker.ts'
// hears at once: the browser says it once
import '../../settings/install/install-offer.ts'
import { atRest } from '../../base/kit/at-rest.ts'
import '../../base/kit/html-policy.ts'
import { nextTask } from '../../base/kit/next-task.ts'
import '../../base/styles/main.css'
import '../../settings/data/fault-screen.css'
import { chosenBefore, languageOf, speak } from '../../base/words/language.ts'
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

/** A page that was loaded so long ago, in ms, has its first screen and what is fetched right after it. */
const AT_REST = 2500
/** A version that takes over before the page hears of it is noticed by this. */
const began = navigator.serviceWorker?.controller ?? null

/** In several tasks: on a slow phone one would hold up keys and taps for a fifth of a second. */
async function open(root: HTMLElement): Promise<void> {
  await nextTask()
  const shared = location.search === '' ? null : await takeShared()
  const page = startPage({ openPort: spawnWorker, shared })
  await nextTask()
  page.show(root)
  // it fetches all files on a first visit, and wakes the service worker on others: neither has a place in the start
  atRest(AT_REST)
    .then(() => import('../../../pwa/register.ts'))
    .then(({ registerServiceWorker }) =>
      registerServiceWorker({ onUpdate: page.offerUpdate, onClick: page.clicked, began }),
    )
    .catch((error: unknown) => console.error(error))
}

/** What was shared with this page; it opens without it, too. */
const takeShared = (): Promise<string | null> =>
  import('../home/shared-words.ts')
    .then((part) => part.takeShared())
    .catch((error: unknown) => {
      console.error(error)
      return null
    })
