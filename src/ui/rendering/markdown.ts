import { lexBounded } from './bounded-lexer.ts'
import { type CodeBlock, makeCodeBlock } from './code-block.ts'
import { morphChildren } from './dom-morph.ts'
import { finished } from './half-written.ts'
import { type Block, hasDefinitions, type Links, nextBlocks } from './markdown-blocks.ts'
import { lexerOptions, renderTokens } from './markdown-render.ts'
import { sanitise } from './markdown-sanitise.ts'
import { setFormulas } from './math.ts'

/**
 * The one place where text of a model becomes elements: lexed by marked, sanitised by DOMPurify (whose Trusted Types policy
 * is the only one that makes HTML), only tags that markdown makes, no style, id, class, form, image or script; links to http(s) and mail
 * alone, with their host in sight.
 */
export type MarkdownView = {
  /** Contract: `text` mostly only grows; anything else is rendered from the start. `growing`: its last block is not finished. */
  update: (text: string, growing: boolean) => void
  dispose: () => void
}

/** Milliseconds of one go; the rest follows in the next frame. */
const BUDGET = 8

export function makeMarkdownView(host: HTMLElement): MarkdownView {
  let text = ''
  let growing = false
  let position = 0
  let links: Links = {}
  let last: Shown | null = null
  /** The block that ended only because nothing followed, and where it begins: text that grows after all goes on in it. */
  let end: (Shown & { position: number }) | null = null
  /** Blocks of the text before, which stand until those of this one take their places: no height is lost in between. */
  let stale: Element[] = []
  let notBefore = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let plain: HTMLElement | null = null

  const restart = (): void => {
    if (plain !== null) host.replaceChildren()
    plain = null
    stale = [...host.children]
    end = null
    position = 0
    links = {}
    last = null
  }
  const show = (block: Block, committed: boolean): void => {
    if (last && (last.code !== null) !== (block.kind === 'code')) {
      last.element.remove()
      last = null
    }
    last ??= append(host, block, stale)
    if (block.kind === 'code') last.code?.update(block.text, block.closed || committed)
    else {
      const tokens = growing && !committed ? lexBounded(finished(block.raw), links, lexerOptions) : block.tokens
      const fragment = sanitise(renderTokens(tokens))
      setFormulas(fragment, () => setFormulas(host, () => {}))
      morphChildren(last.element, fragment)
    }
  }
  const dropStale = (): void => {
    for (const element of stale.splice(0)) element.remove()
  }
  /** Returns whether something is left for later. */
  const work = (): boolean => {
    const began = performance.now()
    while (position < text.length) {
      const steps = nextBlocks(text, position, !growing, links, lexerOptions)
      if (steps.length === 0) return false
      for (const { block, committed, end: next } of steps) {
        show(block, committed)
        end = committed && !growing && last ? { ...last, position } : null
        if (committed) last = null
        else {
          // a last block that is costly (a long table) is shown less often, so that it never fills the thread
          notBefore = performance.now() + (performance.now() - began) * 6
          return false
        }
        position = next
        if (performance.now() - began > BUDGET) return position < text.length
      }
    }
    return false
  }
  const later = (delay: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      pump()
    }, delay)
  }
  /** Text that cannot be shown as markdown is shown as it is: nothing of an answer is lost because of how it is written. */
  const showPlain = (error: unknown): void => {
    console.error('Shown without formatting', error)
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
      if (work()) later(4)
      else dropStale()
    } catch (error) {
      showPlain(error)
    }
  }
  return {
    update: (next, stillGrowing) => {
      const clean = next.includes('\r') ? next.replace(/\r\n?/g, '\n') : next
      const ended = growing && !stillGrowing
      if (!clean.startsWith(text)) restart()
      // a definition at the end may belong to a link at the beginning
      else if (ended && hasDefinitions(clean)) restart()
      else if (clean === text && growing === stillGrowing) return
      else if (end !== null && clean !== text) {
        // code that was taken for whole is written anew, in its place
        if (end.code !== null) stale.unshift(end.element)
        last = end.code === null ? { element: end.element, code: null } : null
        position = end.position
        end = null
      }
      text = clean
      growing = stillGrowing
      pump()
    },
    dispose: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/**
 * The whole of a text as sanitised HTML, for a page that stands by itself. Text that cannot be read as markdown comes as it is. Blocking: it
 * takes as long as the text is.
 */
export function markdownHtml(given: string): string {
  const text = given.replace(/\r\n?/g, '\n')
  const host = document.createElement('div')
  try {
    const links: Links = {}
    for (let position = 0; position < text.length; ) {
      const steps = nextBlocks(text, position, true, links, lexerOptions)
      for (const { block } of steps)
        host.append(block.kind === 'code' ? plainCode(block.text) : sanitise(renderTokens(block.tokens)))
      const next = steps.at(-1)?.end ?? text.length
      if (next <= position) break
      position = next
    }
  } catch (error) {
    console.error('Written without formatting', error)
    host.replaceChildren(plainCode(text))
  }
  return host.innerHTML
}

function plainCode(text: string): HTMLElement {
  const code = document.createElement('pre')
  code.textContent = text
  return code
}

type Shown = { element: HTMLElement; code: CodeBlock | null }

/** Takes the place of the first of the `stale` blocks, and its element where that is of the same kind. */
function append(host: HTMLElement, block: Block, stale: Element[]): Shown {
  const old = stale.shift()
  if (block.kind !== 'code' && old instanceof HTMLElement && old.className === 'md-block')
    return { element: old, code: null }
  const shown = block.kind === 'code' ? newCode(block.language) : newMarkdown()
  if (old) old.replaceWith(shown.element)
  else host.append(shown.element)
  return shown
}

function newCode(language: string): Shown {
  const code = makeCodeBlock(language)
  return { element: code.element, code }
}

function newMarkdown(): Shown {
  const element = document.createElement('div')
  element.className = 'md-block'
  return { element, code: null }
}
