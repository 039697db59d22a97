import type { SourceMark } from '../../agent/sources.ts'
import { blocksIn, placeBlock } from './block-groups.ts'
import { lexBounded } from './bounded-lexer.ts'
import { type CodeBlock, makeCodeBlock } from './code-block.ts'
import { morphChildren } from './dom-morph.ts'
import { finished } from './half-written.ts'
import { type Block, blocksOf, hasDefinitions, type Links, nextBlocks, type Step } from './markdown-blocks.ts'
import { fileOptions, lexerOptions, renderTokens } from './markdown-render.ts'
import { sanitise } from './markdown-sanitise.ts'
import { setFormulas } from './math.ts'
import { linkMarks } from './source-links.ts'
import { changed, marksIn, placeMarks, settled } from './source-marks.ts'
import { showRest } from './unformatted-rest.ts'

/**
 * The one place where text of a model becomes elements: lexed by marked, sanitised by DOMPurify (whose Trusted Types policy
 * is the only one that makes HTML), only tags that markdown makes, no style, id, class, form, image or script; links to http(s) and mail
 * alone, with their host in sight.
 */
export type MarkdownView = {
  /**
   * Contract: `text` and `marks` mostly only grow; anything else is rendered from the start. `growing`: its last block is not finished.
   */
  update: (text: string, growing: boolean, marks?: readonly SourceMark[]) => void
  dispose: () => void
}

/** Milliseconds of one go; the rest follows in the next frame. */
const BUDGET = 8
/** Elements of one go, about, and what one block has: the browser takes longer to lay them out than they take to make. */
const MOST = 300
const elementsOf = (block: Block): number => (block.kind === 'code' ? 12 : 3)
/** Characters of a text that is whole and is formatted in one go: each go moves what stands below it. */
const SHORT = 4000
/** Characters that stand as plain text until they are formatted; what is longer grows piece by piece. */
const WHOLE = 200_000

/** `isFile`: the text is a file's, and no answer. */
export function makeMarkdownView(host: HTMLElement, isFile = false): MarkdownView {
  const options = isFile ? fileOptions : lexerOptions
  let text = ''
  let growing = false
  let marks: readonly SourceMark[] = []
  let position = 0
  let links: Links = {}
  let last: Shown | null = null
  /** The block that ended only because nothing followed, and where it begins: text that grows after all goes on in it. */
  let end: (Shown & { position: number }) | null = null
  /** Blocks of the text before, which stand until those of this one take their places: no height is lost in between. */
  let stale: Element[] = []
  /** Blocks that were read and are not shown yet: to read them again in each go would take longer than the go may. */
  let read: Step[] = []
  let notBefore = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let plain: HTMLElement | null = null
  /** What there was at first and is not formatted yet: it was seen as plain text before, and none of it may disappear meanwhile. */
  let rest: ReturnType<typeof showRest> | null = null

  const dropRest = (): void => {
    rest?.remove()
    rest = null
  }
  const restart = (): void => {
    if (plain !== null) host.replaceChildren()
    plain = null
    dropRest()
    stale = blocksIn(host)
    end = null
    position = 0
    links = {}
    last = null
  }
  const show = ({ block, committed, end: to }: Step): void => {
    if (last && (last.code !== null) !== (block.kind === 'code')) {
      last.element.remove()
      last = null
    }
    last ??= append(host, block, stale, rest?.element ?? null)
    if (block.kind === 'code') last.code?.update(block.text, committed)
    else {
      const tokens = growing && !committed ? lexBounded(finished(block.raw), links, options) : block.tokens
      const own = marksIn(marks, to - block.raw.length, to)
      placeMarks(tokens, block.raw, own)
      const fragment = sanitise(renderTokens(tokens))
      linkMarks(fragment, own)
      setFormulas(fragment, () => setFormulas(host, () => {}))
      morphChildren(last.element, fragment)
    }
  }
  const dropStale = (): void => {
    for (const element of stale.splice(0)) element.remove()
  }
  /** Returns whether something is left for later: `frame`: when the browser has drawn what there is. */
  const work = (): 'soon' | 'frame' | null => {
    const began = performance.now()
    const atOnce = !growing && text.length <= SHORT
    let made = 0
    while (position < text.length) {
      if (read.length === 0) read = nextBlocks(text, position, !growing, links, options)
      if (read.length === 0) return null
      for (let step = read.shift(); step; step = read.shift()) {
        const { block, committed, end: next } = step
        show(step)
        made += elementsOf(block)
        end = committed && !growing && last ? { ...last, position } : null
        if (committed) last = null
        else {
          // a last block that is costly (a long table) is shown less often, so that it never fills the thread
          notBefore = performance.now() + (performance.now() - began) * 6
          return null
        }
        position = next
        if (atOnce || (made < MOST && performance.now() - began <= BUDGET)) continue
        return position >= text.length ? null : made < MOST ? 'soon' : 'frame'
      }
    }
    return null
  }
  const later = (delay: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      pump()
    }, delay)
  }
  const afterFrame = (): void => {
    // nothing is drawn of a page that nobody sees
    later(200)
    requestAnimationFrame(() => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      later(0)
    })
  }
  /** Text that cannot be shown as markdown is shown as it is: nothing of an answer is lost because of how it is written. */
  const showPlain = (error: unknown): void => {
    console.error('Shown without formatting', error)
    dropRest()
    host.replaceChildren()
    stale = []
    last = null
    plain = document.createElement('div')
    plain.className = 'plain'
    plain.textContent = text
    host.append(plain)
  }
  const pump = (): void => {
    if (plain !== null) {
      plain.textContent = text
      return
    }
    const wait = notBefore - performance.now()
    if (growing && wait > 4) return later(wait)
    try {
      const more = work()
      if (more !== null) {
        rest?.from(position)
        return more === 'frame' ? afterFrame() : later(4)
      }
      dropStale()
      dropRest()
    } catch (error) {
      showPlain(error)
    }
  }
  return {
    update: (next, stillGrowing, nextMarks = []) => {
      const clean = next.includes('\r') ? next.replace(/\r\n?/g, '\n') : next
      const ended = growing && !stillGrowing
      const before = marks
      marks = settled(next, nextMarks)
      const other = changed(before, marks)
      if (!clean.startsWith(text)) restart()
      // what stands already gets its marks in its place
      else if (other.some(({ at }) => at <= position)) restart()
      // a definition at the end may belong to a link at the beginning
      else if (ended && hasDefinitions(clean)) restart()
      else if (clean === text && growing === stillGrowing && other.length === 0) return
      else if (end !== null && clean !== text) {
        // code that was taken for whole is written anew, in its place
        if (end.code !== null) stale.unshift(end.element)
        last = end.code === null ? { element: end.element, code: null } : null
        position = end.position
        end = null
      }
      read = []
      if (text === '' && clean.length <= WHOLE) rest = showRest(host, clean)
      text = clean
      growing = stillGrowing
      pump()
    },
    dispose: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** The whole of a text as sanitised HTML, for a page that stands by itself. Blocking, as `markdownElement` is. */
export const markdownHtml = (text: string, marks?: readonly SourceMark[]): string =>
  markdownElement(text, marks).innerHTML

/**
 * The whole of a text as sanitised elements that stand in no page. Text that cannot be read as markdown comes as it is. Blocking: it
 * takes as long as the text is.
 */
export function markdownElement(given: string, givenMarks: readonly SourceMark[] = []): HTMLElement {
  const text = given.replace(/\r\n?/g, '\n')
  const marks = settled(given, givenMarks)
  const host = document.createElement('div')
  try {
    for (const { block, end } of blocksOf(text, lexerOptions))
      host.append(block.kind === 'code' ? plainCode(block.text) : marked(block, end, marks))
  } catch (error) {
    console.error('Written without formatting', error)
    host.replaceChildren(plainCode(text))
  }
  return host
}

function marked(
  block: Extract<Block, { kind: 'markdown' }>,
  end: number,
  marks: readonly SourceMark[],
): DocumentFragment {
  const own = marksIn(marks, end - block.raw.length, end)
  placeMarks(block.tokens, block.raw, own)
  const fragment = sanitise(renderTokens(block.tokens))
  linkMarks(fragment, own)
  return fragment
}

function plainCode(text: string): HTMLElement {
  const code = document.createElement('pre')
  code.textContent = text
  return code
}

type Shown = { element: HTMLElement; code: CodeBlock | null }

/** Takes the place of the first of the `stale` blocks, and its element where that is of the same kind; else it stands before `rest`. */
function append(host: HTMLElement, block: Block, stale: Element[], rest: Element | null): Shown {
  const old = stale.shift()
  if (block.kind !== 'code' && old instanceof HTMLElement && old.className === 'md-block')
    return { element: old, code: null }
  const shown = block.kind === 'code' ? newCode(block.info) : newMarkdown()
  if (old) old.replaceWith(shown.element)
  else placeBlock(host, shown.element, rest)
  return shown
}

function newCode(info: string): Shown {
  const code = makeCodeBlock(info)
  return { element: code.element, code }
}

function newMarkdown(): Shown {
  const element = document.createElement('div')
  element.className = 'md-block'
  // each paragraph, list and table begins where its own script begins
  element.dir = 'auto'
  return { element, code: null }
}
