/** Places of a message on the page where text can be found; `src/search/row-parts.ts` has the same order. */

const SAID = '.bubble > p, .answer > .markdown'
/** On cards of calls, and of code that the provider ran. */
const ON_CARDS = '[data-find]'
const PLACES = `${SAID}, ${ON_CARDS}`

/** Texts of the message itself. */
export const saidIn = (article: Element): HTMLElement[] => [...article.querySelectorAll<HTMLElement>(SAID)]

/** Searchable pieces of a card. */
export const piecesOf = (card: Element): HTMLElement[] => [...card.querySelectorAll<HTMLElement>(ON_CARDS)]

/** All places that are not folded. */
export const openPlaces = (article: Element): HTMLElement[] =>
  [...article.querySelectorAll<HTMLElement>(PLACES)].filter((place) => place.closest('details:not([open])') === null)

/** The place that contains a node. */
export const placeAround = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(PLACES) ?? null

export const cardOfCall = (article: Element, id: string): HTMLElement | null =>
  article.querySelector<HTMLElement>(`[data-call="${CSS.escape(id)}"]`)

export const cardOfRun = (article: Element, nth: number): HTMLElement | null =>
  article.querySelectorAll<HTMLElement>('[data-run]')[nth] ?? null
