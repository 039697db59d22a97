import type { PageBundle } from './page-bundle.ts'

/**
 * Runs first inside a running artifact: gives it its modules and files. `fetch` and pictures that code names find files
 * of the bundle; nothing else is there. Its text is copied into the artifact's page, so it may use nothing from
 * outside. Returns the path of each module by its address.
 */
export function frameFiles({
  page,
  modules,
  files,
}: Pick<PageBundle, 'page' | 'modules' | 'files'>): Map<string, string> {
  const ROOT = 'https://workspace.invalid/'
  const paths = new Map<string, string>()
  const imports: Record<string, string> = {}
  for (const [name, source] of Object.entries(modules)) {
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    imports[name] = url
    paths.set(url, name.replace(/^page:(?:\/|shelf:)/, ''))
  }
  if (paths.size > 0) {
    const map = document.createElement('script')
    map.type = 'importmap'
    map.textContent = JSON.stringify({ imports })
    document.head.append(map)
    map.remove()
  }

  const here = document.baseURI.replace(/[^/]*$/, '')
  /** Path of an address as code writes it, from the page or from a module; null: it is elsewhere. */
  const pathOf = (address: string): string | null => {
    try {
      const relative = address.startsWith(here) ? address.slice(here.length) : address
      const url = new URL(relative, ROOT + page)
      return url.href.startsWith(ROOT) ? decodeURIComponent(url.pathname.slice(1)) : null
    } catch {
      return null
    }
  }
  const blobOf = (path: string): Blob | null => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    if (file === undefined) return null
    return new Blob([Uint8Array.from(atob(file.base64), (sign) => sign.charCodeAt(0))], { type: file.type })
  }
  const fetchThere = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (/^(?:data|blob):/i.test(address)) return fetchThere(input, init)
    const path = pathOf(address)
    if (path === null) throw new TypeError(`There is no network here: ${address.slice(0, 200)}`)
    const blob = blobOf(path)
    if (blob !== null) return new Response(blob, { headers: { 'content-type': blob.type } })
    throw new TypeError(
      `"${path.slice(0, 200)}" is not among the files of this page. Name it in quotation marks in its code.`,
    )
  }

  const urls = new Map<string, string>()
  /** The address of a picture of the bundle; null: it is none. */
  const urlOf = (address: string): string | null => {
    if (address === '' || /^(?:data|blob):/i.test(address)) return null
    const path = pathOf(address)
    if (path === null) return null
    const known = urls.get(path)
    if (known !== undefined) return known
    const blob = blobOf(path)
    if (blob === null) return null
    const url = URL.createObjectURL(blob)
    urls.set(path, url)
    return url
  }
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
  const set = source?.set
  if (source && set)
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...source,
      set(this: HTMLImageElement, value: unknown) {
        set.call(this, urlOf(String(value)) ?? value)
      },
    })
  const NAMES = ['src', 'poster', 'href', 'xlink:href']
  const lead = (element: Element): void => {
    if (!element.matches('img, source, video, audio, image')) return
    for (const name of NAMES) {
      const url = urlOf(element.getAttribute(name) ?? '')
      if (url !== null) element.setAttribute(name, url)
    }
  }
  if (Object.keys(files).length > 0)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Element) lead(target)
        for (const node of addedNodes)
          if (node instanceof Element) for (const each of [node, ...node.querySelectorAll('*')]) lead(each)
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: NAMES })
  return paths
}
