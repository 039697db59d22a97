/**
 * Runs first inside an artifact that is looked at for the agent: says when it has loaded, and on request what it shows.
 * Its text is copied into the artifact's page, so it may use nothing from outside. What it says may be forged by the
 * artifact, as its console may.
 */
export function frameView(): void {
  const app = window.parent.parent
  /** Elements of a page that is drawn, characters of its text and of its picture. */
  const MOST_ELEMENTS = 5000
  const MOST_TEXT = 4000
  const LARGEST = 2_500_000
  // nobody has clicked: the keyboard stays with the app
  HTMLElement.prototype.focus = () => {}
  window.focus = () => {}

  /** The styles as they are now, with rules that scripts have added. */
  const styles = (): string =>
    [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join('\n')
  const dataOf = (image: HTMLImageElement | HTMLCanvasElement | HTMLVideoElement): string | null => {
    if (image instanceof HTMLCanvasElement) return image.toDataURL()
    const width = image instanceof HTMLImageElement ? image.naturalWidth : image.videoWidth
    const height = image instanceof HTMLImageElement ? image.naturalHeight : image.videoHeight
    if (width * height === 0 || width * height > 4_000_000) return null
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL()
  }
  /** A copy of the page that looks as the page does now, without scripts and without anything that is loaded. */
  const still = (): Element => {
    const root = document.documentElement
    const copy = root.cloneNode(true) as Element
    const [from, to] = [root.querySelectorAll('*'), copy.querySelectorAll('*')]
    for (const [n, element] of from.entries()) {
      const twin = to[n]
      if (twin === undefined) continue
      if (element instanceof HTMLInputElement) {
        twin.setAttribute('value', element.value)
        twin.toggleAttribute('checked', element.checked)
      } else if (element instanceof HTMLTextAreaElement) twin.textContent = element.value
      else if (element instanceof HTMLOptionElement) twin.toggleAttribute('selected', element.selected)
      else if (
        element instanceof HTMLCanvasElement ||
        element instanceof HTMLVideoElement ||
        (element instanceof HTMLImageElement && element.currentSrc.startsWith('blob:'))
      ) {
        const image = document.createElement('img')
        for (const { name, value } of element.attributes) if (name !== 'src') image.setAttribute(name, value)
        const size = element.getBoundingClientRect()
        image.setAttribute('width', String(size.width))
        image.setAttribute('height', String(size.height))
        const data = dataOf(element)
        if (data !== null) image.setAttribute('src', data)
        twin.replaceWith(image)
      }
    }
    for (const element of copy.querySelectorAll('script, style, link, noscript, iframe, audio, template'))
      element.remove()
    const style = document.createElement('style')
    style.textContent = styles()
    copy.querySelector('head')?.append(style)
    return copy
  }
  /** A drawing in the size in which a model sees it. */
  const enlarged = (image: HTMLImageElement): string | null => {
    const longest = Math.max(image.naturalWidth, image.naturalHeight)
    if (longest === 0) return null
    const scale = Math.min(1024, Math.max(512, longest)) / longest
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png')
  }
  const picture = async (): Promise<string | null> => {
    const drawn = document.querySelector<HTMLImageElement>('img[data-drawing]')
    if (drawn !== null) return enlarged(drawn)
    if (document.querySelectorAll('*').length > MOST_ELEMENTS) return null
    const [width, height] = [innerWidth, innerHeight]
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them
    const page = new XMLSerializer().serializeToString(still()).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${page}</foreignObject></svg>`
    const image = new Image()
    // as data: a drawing with a page inside, from a blob, would forbid the canvas to be read
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing.replace(/\p{Surrogate}/gu, '\ufffd'))}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0)
    const png = canvas.toDataURL('image/png')
    const data = png.length <= LARGEST ? png : canvas.toDataURL('image/jpeg', 0.8)
    return data.length <= LARGEST ? data : null
  }
  // more than once: in a flood of lines the app drops what comes
  const loading = setInterval(() => {
    if (document.readyState === 'complete') app.postMessage({ artifact: 'loaded' }, '*')
  }, 300)
  window.addEventListener('message', async (event) => {
    if (event.source !== app || event.data?.artifact !== 'look') return
    event.stopImmediatePropagation()
    clearInterval(loading)
    // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen
    const text = document.body?.innerText.slice(0, MOST_TEXT) ?? ''
    let drawn: string | null = null
    try {
      drawn = await picture()
    } catch (error) {
      // without a picture the text is told
      console.debug('No picture of this page', error)
    }
    app.postMessage({ artifact: 'view', text, picture: drawn }, '*')
  })
}
