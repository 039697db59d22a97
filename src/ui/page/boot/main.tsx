// must be the first import: see there
import './first-worker.ts'
// listens at once: the browser fires the event only once
import '../../settings/install/install-offer.ts'
import { atRest } from '../../base/kit/at-rest.ts'
import '../../base/kit/html-policy.ts'
import { nextTask } from '../../base/kit/next-task.ts'
import '../../base/styles/main.css'
import '../../settings/data/fault-screen.css'
import { chosenBefore, languageOf, speak } from '../../base/words/language.ts'
import { spawnWorker } from './spawn-worker.ts'
import { startPage } from './start-page.tsx'

/** The main thread: wiring only. */
const root = document.getElementById('root')
if (root) {
  // the words of another language are loaded before the first screen; if they fail, the page is in English
  speak(languageOf(chosenBefore(localStorage), navigator.languages))
    .catch((error: unknown) => console.error(error))
    .then(() => open(root))
}

/** In ms after loading: by then the first screen and what it fetches are there. */
const AT_REST = 2500
/** Notices a new version that takes over before the page hears of it. */
const began = navigator.serviceWorker?.controller ?? null

/** In several tasks: on a slow phone a single task would delay keys and taps by a fifth of a second. */
async function open(root: HTMLElement): Promise<void> {
  await nextTask()
  const shared = location.search === '' ? null : await takeShared()
  const page = startPage({ openPort: spawnWorker, shared })
  await nextTask()
  page.show(root)
  // it fetches all files on a first visit, and wakes the service worker on later visits: the start must not wait for
  // either
  atRest(AT_REST)
    .then(() => import('../../../pwa/register.ts'))
    .then(({ registerServiceWorker }) =>
      registerServiceWorker({ onUpdate: page.offerUpdate, onClick: page.clicked, began }),
    )
    .catch((error: unknown) => console.error(error))
}

/** Text that was shared with this page. The page also opens without it. */
const takeShared = (): Promise<string | null> =>
  import('../home/shared-words.ts')
    .then((part) => part.takeShared())
    .catch((error: unknown) => {
      console.error(error)
      return null
    })
