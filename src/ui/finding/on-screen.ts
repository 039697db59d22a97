import { paint, rangesIn } from './found-text.ts'

/** The conversation as far as it is on the page. */

const log = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="log"]')

/** The `n` of the first message that is seen. */
export function firstSeen(): number {
  const view = log()
  if (view === null) return 0
  const top = view.getBoundingClientRect().top
  const seen = [...view.querySelectorAll('article')].find((article) => article.getBoundingClientRect().bottom > top)
  return Number(seen?.getAttribute('aria-posinset') ?? 1) - 1
}

/** So often what is on the page is looked through at most, in ms. */
const EVERY = 120

/** Marks every place on the page, also in what comes into it, until the returned function is called. */
export function paintAll(query: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    timer = undefined
    const articles = [...(log()?.querySelectorAll('article') ?? [])]
    paint(
      'found',
      articles.flatMap((article) => rangesIn(article, { query, exact: true })),
    )
  }
  const lookSoon = (): void => {
    timer ??= setTimeout(look, EVERY)
  }
  const changes = new MutationObserver(lookSoon)
  const view = document.querySelector('.session-page')
  if (view !== null) changes.observe(view, { childList: true, subtree: true, characterData: true })
  look()
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    paint('found', [])
    paint('found-now', [])
  }
}
