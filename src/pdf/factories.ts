import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url&no-inline'
import symbols from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url&no-inline'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url&no-inline'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url&no-inline'
import { TABLES } from './tables.ts'

/** What pdf.js usually takes from the page; this thread has none. */

/** The fonts of this thread. Fonts in a PDF are passed to it as bytes. */
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
    // frees its memory now, not at garbage collection
    if (drawn.canvas) Object.assign(drawn.canvas, { width: 0, height: 0 })
    drawn.canvas = null
    drawn.context = null
  }
}

/** Leaves out effects that need an SVG filter, which only a page has: the picture is drawn without them. */
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
/** URL of a table for an East Asian font that a PDF names but does not contain; undefined if there is none. */
function tableOf(filename: string): string | undefined {
  const name = filename.slice(0, -TABLE.length)
  return Object.hasOwn(TABLES, name) ? TABLES[name] : undefined
}
const TABLE = '.bcmap'

let lostTables = false
/**
 * Whether a PDF needed a table that is missing or failed to load. pdf.js then silently leaves out the words that need
 * it.
 */
export const hasLostTables = (): boolean => lostTables

/** Data that few PDFs need: files of this app, fetched by name when needed. */
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
