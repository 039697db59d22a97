/** Where something can be found in a message that is on the page: see `src/search/row-parts.ts`, which has the same order. */

const SAID = '.bubble > p, .answer > .markdown'
/** On the cards of calls, and of code that the provider ran. */
const ON_CARDS = '[data-find]'
const PLACES = `${SAID}, ${ON_CARDS}`

/** The texts that were said. */
export const saidIn = (article: Element): HTMLElement[] => [...article.querySelectorAll<HTMLElement>(SAID)]

/** The pieces of a card. */
export const piecesOf = (card: Element): HTMLElement[] => [...card.querySelectorAll<HTMLElement>(ON_CARDS)]

/** All that is open. */
export const openPlaces = (article: Element): HTMLElement[] =>
  [...article.querySelectorAll<HTMLElement>(PLACES)].filter((place) => place.closest('details:not([open])') === null)

/** The place that a node stands in. */
export const placeAround = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(PLACES) ?? null

export const cardOfCall = (article: Element, id: string): HTMLElement | null =>
  article.querySelector<HTMLElement>(`[data-call="${CSS.escape(id)}"]`)

export const cardOfRun = (article: Element, nth: number): HTMLElement | null =>
  article.querySelectorAll<HTMLElement>('[data-run]')[nth] ?? null
