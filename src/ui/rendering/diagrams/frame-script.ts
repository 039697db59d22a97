/**
 * Runs in the sandboxed frame, after Mermaid's code: draws the diagrams that the app sends, one after the other. Its
 * source text is put into the frame's page, so it may use nothing from outside. The app treats its answers as hostile:
 * the text of a diagram comes from a model.
 */
export function frameScript(): void {
  type Mermaid = {
    initialize: (options: object) => void
    render: (id: string, text: string) => Promise<{ svg: string }>
  }
  const { mermaid } = globalThis as unknown as { mermaid: Mermaid }
  const app = window.parent.parent
  const light = {
    background: '#fdfcfa',
    primaryColor: '#e6eef8',
    primaryBorderColor: '#1d4f8c',
    primaryTextColor: '#1c1b18',
    secondaryColor: '#fcf1de',
    tertiaryColor: '#f3f0ea',
    lineColor: '#5c564b',
    textColor: '#1c1b18',
  }
  const dark = {
    background: '#191816',
    primaryColor: '#1f2e42',
    primaryBorderColor: '#a4c8f5',
    primaryTextColor: '#edeae4',
    secondaryColor: '#372811',
    tertiaryColor: '#282622',
    lineColor: '#b5aea2',
    textColor: '#edeae4',
  }
  /** As XML, which an image needs, with a fixed size. */
  const finished = (markup: string): { svg: string; width: number; height: number } => {
    const holder = document.createElement('div')
    holder.innerHTML = markup
    const svg = holder.querySelector('svg')
    if (svg === null) throw new Error('Nothing was drawn')
    const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
    svg.setAttribute('width', String(width))
    svg.setAttribute('height', String(height))
    return { svg: new XMLSerializer().serializeToString(svg), width, height }
  }
  const draw = async (id: number, text: string, isDark: boolean): Promise<void> => {
    try {
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: 'strict',
        suppressErrorRendering: true,
        theme: 'base',
        themeVariables: { darkMode: isDark, fontSize: '15px', ...(isDark ? dark : light) },
        fontFamily: 'system-ui, sans-serif',
        htmlLabels: false,
        flowchart: { htmlLabels: false },
        maxEdges: 300,
      })
      const { svg } = await mermaid.render(`diagram-${id}`, text)
      app.postMessage({ diagram: id, ...finished(svg) }, '*')
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      app.postMessage({ diagram: id, problem: problem.slice(0, 1000) }, '*')
    }
    // removes the drawing, and anything left over
    document.body.replaceChildren()
  }
  let last = Promise.resolve()
  window.addEventListener('message', (event) => {
    if (event.source !== app) return
    const { diagram, text, isDark } = event.data
    last = last.then(() => draw(diagram, text, isDark))
  })
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name)
  app.postMessage({ diagram: 0, ready: true }, '*')
}
