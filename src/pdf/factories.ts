import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url&no-inline'
import symbols from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url&no-inline'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url&no-inline'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url&no-inline'
import { TABLES } from './tables.ts'

/** What pdf.js takes from the page elsewhere; this thread has none. */

/** The fonts of this thread. Those in a PDF are given to it as bytes. */
export const fonts = (self as unknown as { fonts: FontFaceSet }).fonts

type Drawn = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null }

export class CanvasFactory {
  create(width: number, height: number): Drawn {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }
  reset({ canvas }: Drawn, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height })
  }
  destroy(drawn: Drawn): void {
    // its memory goes now, not when it is collected
    if (drawn.canvas) Object.assign(drawn.canvas, { width: 0, height: 0 })
    drawn.canvas = null
    drawn.context = null
  }
}

/** Effects that need an SVG filter, which only a page has, are left out: the picture stands without them. */
export class FilterFactory {
  addFilter(): string {
    return 'none'
  }
  addHCMFilter(): string {
    return 'none'
  }
  addAlphaFilter(): string {
    return 'none'
  }
  addLuminosityFilter(): string {
    return 'none'
  }
  addKnockoutFilter(): string {
    return 'none'
  }
  addHighlightHCMFilter(): string {
    return 'none'
  }
  destroy(): void {}
}

const FILES: Readonly<Record<string, string>> = {
  'FoxitSymbol.pfb': symbols,
  'FoxitDingbats.pfb': dingbats,
  'jbig2.wasm': jbig2,
  'openjpeg.wasm': openjpeg,
}
/** Where a table for a font of East Asia lies, which a PDF names and does not hold; undefined: there is none. */
function tableOf(filename: string): string | undefined {
  const name = filename.slice(0, -TABLE.length)
  return Object.hasOwn(TABLES, name) ? TABLES[name] : undefined
}
const TABLE = '.bcmap'

let lostTables = false
/** Whether a PDF asked for a table that is not there, or could not be fetched: pdf.js then leaves the words out that need it, and says nothing. */
export const hasLostTables = (): boolean => lostTables

/** Data that few PDFs need: files of this app, fetched when they are asked for by name. */
export class DataFactory {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const isTable = filename.endsWith(TABLE)
    try {
      const url = isTable ? tableOf(filename) : FILES[filename]
      if (url === undefined) throw new Error(`There is no ${filename}.`)
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${filename} could not be loaded.`)
      return new Uint8Array(await response.arrayBuffer())
    } catch (error) {
      lostTables ||= isTable
      throw error
    }
  }
}
