import type { SourceMark } from '../../agent/sources.ts'
import { blocksIn, placeBlock } from './block-groups.ts'
import { lexBounded } from './bounded-lexer.ts'
import { type CodeBlock, makeCodeBlock } from './code-block.ts'
import { morphChildren } from './dom-morph.ts'
import { finished } from './half-written.ts'
import { type Block, blocksOf, hasDefinitions, type Links, nextBlocks, type Step } from './markdown-blocks.ts'
import { addressesIn, fileOptions, lexerOptions, renderTokens } from './markdown-render.ts'
import { sanitise } from './markdown-sanitise.ts'
import { setFormulas } from './math.ts'
import { fillFiles, picturesIn, placeFiles } from './pointed/place-files.ts'
import type { PointedFiles } from './pointed/pointed-files.ts'
import { pointedPath } from './pointed/pointed-path.ts'

import { linkMarks } from './source-links.ts'
import { changed, marksIn, placeMarks, settled } from './source-marks.ts'
import { showRest } from './unformatted-rest.ts'

/**
 * The only place that turns a model's text into elements: lexed by marked, sanitised by DOMPurify (whose Trusted Types
 * policy is the only one that makes HTML), only tags that markdown makes, no style, id, class, form, image or script;
 * links only to http(s) and mail, with their host in sight.
 */
export type MarkdownView = {
  /**
   * Contract: `text` and `marks` mostly only grow; any other change renders from the start. `growing`: its last block
   * is not finished.
   */
  update: (text: string, growing: boolean, marks?: readonly SourceMark[]) => void
  /** Shows the files that it points at as they are now. */
  refill: () => void
  dispose: () => void
}

/** Time of one pass, in ms; the rest follows in the next frame. */
const BUDGET = 8
/** About how many elements one pass adds, and how many one block has: laying them out takes longer than making them. */
const MOST = 300
const elementsOf = (block: Block): number => (block.kind === 'code' ? 12 : 3)
/** Most characters of a whole text that are formatted in one pass: each pass moves the content below. */
const SHORT = 4000
/** Most characters that are shown plain until they are formatted; a longer text grows piece by piece. */
const WHOLE = 200_000

/**
 * `isFile`: the text of a file, not of an answer. `files`: those that the text may point at; without them such a link
 * is its words.
 */
export function makeMarkdownView(host: HTMLElement, isFile = false, files: PointedFiles | null = null): MarkdownView {
  const options = isFile ? fileOptions : lexerOptions
  let text = ''
  let growing = false
  let marks: readonly SourceMark[] = []
  let position = 0
  let links: Links = {}
  let last: Shown | null = null
  /** The block that ended only because nothing followed, and its beginning: text that grows again continues in it. */
  let end: (Shown & { position: number }) | null = null
  /**
   * Blocks of the earlier text, which stay until the new ones take their places: the height never shrinks in between.
   */
  let stale: Element[] = []
  /**
   * Blocks that were read and are not shown yet: reading them again in each pass would take longer than the pass may.
   */
  let read: Step[] = []
  let notBefore = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let plain: HTMLElement | null = null
  /** The first text that is not formatted yet: it was shown plain, and none of it may disappear meanwhile. */
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
      const { element } = last
      placeFiles(fragment, files, () => picturesIn(host, element))
      setFormulas(fragment, () => setFormulas(host, () => {}))
      morphChildren(last.element, fragment)
    }
  }
  const dropStale = (): void => {
    for (const element of stale.splice(0)) element.remove()
  }
  /** Returns when to continue; null: nothing is left. `frame`: after the browser has drawn the current part. */
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
          // A costly last block (a long table) is shown less often, so that it never occupies the thread.
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
    // A hidden page draws nothing.
    later(200)
    requestAnimationFrame(() => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      later(0)
    })
  }
  /** Text that cannot be shown as markdown is shown plain: no answer loses text because of its form. */
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
      // Existing blocks get their marks in place.
      else if (other.some(({ at }) => at <= position)) restart()
      // A definition at the end may belong to a link at the beginning.
      else if (ended && hasDefinitions(clean)) restart()
      else if (clean === text && growing === stillGrowing && other.length === 0) return
      else if (end !== null && clean !== text) {
        // Code that was taken for complete is replaced.
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
    refill: () => {
      if (files !== null) fillFiles(host, files)
    },
    dispose: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** The whole of a text as sanitised HTML, for a separate page. Blocking, like `markdownElement`. */
export const markdownHtml = (text: string, marks?: readonly SourceMark[], files?: PointedFiles): string =>
  markdownElement(text, marks, files).innerHTML

/** Paths of the workspace that a text points at. Blocking, like `markdownElement`. */
export function pathsIn(text: string): Set<string> {
  const paths = new Set<string>()
  if (!/\]\(|\]:/.test(text)) return paths
  for (const { block } of blocksOf(text.replace(/\r\n?/g, '\n'), lexerOptions))
    if (block.kind === 'markdown')
      for (const href of addressesIn(block.tokens)) {
        const path = pointedPath(href)
        if (path !== null) paths.add(path)
      }
  return paths
}

/**
 * The whole of a text as sanitised elements outside any page. Text that cannot be read as markdown stays plain.
 * Blocking: it takes as long as the text is.
 */
export function markdownElement(
  given: string,
  givenMarks: readonly SourceMark[] = [],
  files: PointedFiles | null = null,
): HTMLElement {
  const text = given.replace(/\r\n?/g, '\n')
  const marks = settled(given, givenMarks)
  const host = document.createElement('div')
  try {
    for (const { block, end } of blocksOf(text, lexerOptions))
      host.append(
        block.kind === 'code'
          ? plainCode(block.text)
          : marked(block, end, marks, { files, shown: () => picturesIn(host) }),
      )
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
  { files, shown }: { files: PointedFiles | null; shown: () => number },
): DocumentFragment {
  const own = marksIn(marks, end - block.raw.length, end)
  placeMarks(block.tokens, block.raw, own)
  const fragment = sanitise(renderTokens(block.tokens))
  linkMarks(fragment, own)
  placeFiles(fragment, files, shown)
  return fragment
}

function plainCode(text: string): HTMLElement {
  const code = document.createElement('pre')
  code.textContent = text
  return code
}

type Shown = { element: HTMLElement; code: CodeBlock | null }

/**
 * Replaces the first of the `stale` blocks, and reuses its element if it is of the same kind; otherwise goes before
 * `rest`.
 */
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
  // Each paragraph, list and table begins at the side where its own script begins.
  element.dir = 'auto'
  return { element, code: null }
}
