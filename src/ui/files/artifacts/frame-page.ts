import type { Config } from 'dompurify'
import type { PageKind } from '../../rendering/cost/page-kind.ts'
import { purifyIn } from '../../rendering/purify.ts'
import { frameFiles } from './frame-files.ts'
import { frameScript } from './frame-script.ts'
import { frameStorage } from './frame-storage.ts'
import { frameView } from './frame-view.ts'
import { bundleOf, type PageBundle } from './page-bundle.ts'

/**
 * Content of the sandboxed frame. Both kinds are under the policy of public/artifact-frame.html, which allows no
 * network.
 */

/** A page, and whether its scripts run; if not, they are removed. `bundle`: with its files, if it needs some. */
export type FramePage = { text: string; kind: PageKind; runs: boolean; path: string; bundle: PageBundle | null }

export const isSamePage = (one: FramePage | undefined, other: FramePage | undefined): boolean =>
  one?.text === other?.text &&
  one?.kind === other?.kind &&
  one?.runs === other?.runs &&
  one?.path === other?.path &&
  one?.bundle === other?.bundle

/** Whether anything in it would run. It only decides which button is offered; safety does not depend on it. */
export function hasScripts(text: string): boolean {
  return /<script|\son[a-z]+\s*=|javascript:/i.test(text)
}

/**
 * Without scripts nothing may reach out by itself or by a click. A policy does not cover what a browser does before it
 * asks the policy: an early connection for `preconnect`, for a frame, for a link that is followed. So nothing that
 * names another place is left.
 */
const STATIC_RULES: Config = {
  WHOLE_DOCUMENT: true,
  FORBID_ATTR: ['action', 'formaction', 'ping', 'target', 'srcset', 'poster', 'background'],
  // No scheme and no host. `data:` in images is DOMPurify's own exception.
  ALLOWED_URI_REGEXP: /^(?![\\/]{2})(?:[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  SANITIZE_NAMED_PROPS: false,
}

/** The page without its scripts. `view`: the page that will hold it. */
export function staticPage(text: string, kind: PageKind, view: Window): string {
  if (kind === 'html') return purifyIn(view, text, STATIC_RULES)
  return asPicture(text)
}

/** In an `img`, an SVG neither runs nor loads anything. */
function asPicture(text: string): string {
  const style = 'html,body{height:100%;margin:0}img{display:block;width:100%;height:100%;object-fit:contain}'
  return `<style>${style}</style><img data-drawing alt="" src="data:image/svg+xml;base64,${base64(text)}">`
}

/** A drawing (SVG) that is looked at for the agent: no script but ours runs. */
export const drawnPage = (text: string): string => `<script>(${frameView})()</script>${asPicture(text)}`

/**
 * The page with its scripts, after ours. `looks`: it is looked at for the agent. A document type after a script has no
 * effect: `srcdoc` has no quirks mode.
 */
export function runningPage({ text, kind, path, bundle }: Omit<FramePage, 'runs'>, looks = false): string {
  const { page, html, lines, modules, files } = bundle ?? bundleOf(path, text)
  const content = kind === 'svg' ? `<style>body{margin:0}</style>${html.replace(/^\s*<\?xml[^>]*\?>/, '')}` : html
  const begin = (linesBefore: number): string =>
    `(${frameStorage})();(${frameScript})(${linesBefore},${data(lines)},(${frameFiles})(${data({ page, modules, files })}))${looks ? `;(${frameView})()` : ''}`
  return `<script>${begin(begin(0).split('\n').length)}</script>\n${content}`
}

/** Data in a script, which cannot end it. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    binary += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(binary)
}
