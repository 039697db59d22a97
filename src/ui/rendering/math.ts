import './formula.css'
import { showHidden } from '../base/words/hidden-signs.ts'

/**
 * Sets formulas as MathML. Its code is loaded with the first formula; until then, and for an unreadable formula, the
 * source is shown. A formula contains no links and no element ids.
 */

type Temml = typeof import('temml')
let temml: Temml | undefined
let loading: Promise<void> | undefined
/** Formulas that were set, to copy from: growing text is drawn again and again. null: unreadable. */
const known = new Map<string, Element | null>()
const MOST_KNOWN = 300

/**
 * Turns the `var` and `samp` in here into formulas. `later` is called when the formulas that wait for the code may be
 * tried again.
 */
export function setFormulas(fragment: ParentNode, later: () => void): void {
  const places = fragment.querySelectorAll('var, samp')
  if (places.length === 0) return
  for (const place of places) {
    place.className = 'formula'
    const tex = place.getAttribute('data-tex') ?? place.textContent ?? ''
    place.setAttribute('data-tex', tex)
    const formula = formulaOf(tex, place.localName === 'samp')
    if (formula && place.firstElementChild === null) place.replaceChildren(formula.cloneNode(true))
  }
  if (temml === undefined) void load().then(later)
}

function load(): Promise<void> {
  loading ??= import('temml').then(
    (code) => {
      temml = code.default as unknown as Temml
    },
    (error: unknown) => {
      loading = undefined
      console.info('Formulas are shown as they were written', error)
    },
  )
  return loading
}

function formulaOf(tex: string, displayMode: boolean): Element | null {
  if (temml === undefined) return null
  const key = `${displayMode} ${tex}`
  const before = known.get(key)
  if (before !== undefined) return before
  const formula = set(temml, tex, displayMode)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, formula)
  return formula
}

function set({ render }: Temml, tex: string, displayMode: boolean): Element | null {
  const host = document.createElement('span')
  try {
    const options = {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
      maxSize: [20, 500] as [number, number],
    }
    render(showHidden(tex), host, { ...options, macros: {} })
  } catch {
    return null
  }
  for (const element of host.querySelectorAll('*'))
    for (const { name } of [...element.attributes])
      if (/^(?:id|href|xlink|src|action|on)/i.test(name)) element.removeAttribute(name)
  return host.firstElementChild
}
