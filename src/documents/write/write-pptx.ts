import PptxGenJS from 'pptxgenjs'
import { type Block, type Run, textOf } from './blocks.ts'
import { type FindPicture, fitted } from './pictures.ts'
import { slidesOf } from './slides.ts'
import { steadyOffice } from './steady.ts'
import { titleOf } from './title.ts'
import { countsOf, notShown, type Written } from './written.ts'

/** Inches, on a slide of 13.33 x 7.5. */
const BODY = { x: 0.6, y: 1.5, w: 12.1, h: 5.5 }
const PIXELS_OF_INCH = 96
const ROWS_OF_SLIDE = 14
const INK = '1F2937'
const ACCENT = '1D4F91'

export async function writePptx(blocks: readonly Block[], find: FindPicture): Promise<Written> {
  const notes: string[] = []
  const show = new PptxGenJS()
  show.layout = 'LAYOUT_WIDE'
  const slides = slidesOf(blocks)
  if (slides.length === 0) throw new Error('A presentation needs at least one heading or paragraph.')
  let pictures = 0
  for (const [index, { title, blocks: on }] of slides.entries()) {
    const slide = show.addSlide()
    if (index === 0 && on.every(({ kind }) => kind === 'paragraph') && on.length <= 2) {
      slide.addText(title, {
        x: 0.9,
        y: 2.4,
        w: 11.5,
        h: 1.4,
        fontSize: 40,
        bold: true,
        color: ACCENT,
        valign: 'bottom',
      })
      const lines = on.flatMap((block) => textRuns(block))
      if (lines.length > 0)
        slide.addText(lines, { x: 0.9, y: 3.9, w: 11.5, h: 1.4, fontSize: 20, color: INK, valign: 'top' })
      continue
    }
    if (title !== '')
      slide.addText(title, { x: 0.6, y: 0.4, w: 12.1, h: 0.9, fontSize: 28, bold: true, color: ACCENT, fit: 'shrink' })
    const large = on[0]
    if (large?.kind === 'table') {
      const rows = [large.head, ...large.rows.slice(0, ROWS_OF_SLIDE)].map((row, at) =>
        large.head.map((_, column) => ({
          text: textOf(row[column] ?? []),
          options: {
            bold: at === 0,
            ...(at === 0 ? { fill: { color: 'E8EEF6' } } : {}),
            ...(large.align[column] ? { align: large.align[column] } : {}),
          },
        })),
      )
      if (large.rows.length > ROWS_OF_SLIDE)
        notes.push(`A table shows its first ${ROWS_OF_SLIDE} of ${large.rows.length} rows: more do not fit on a slide.`)
      slide.addTable(rows, {
        ...{ x: BODY.x, y: BODY.y, w: BODY.w, fontSize: 14, color: INK },
        border: { type: 'solid', pt: 0.5, color: 'C5CBD5' },
      })
      continue
    }
    if (large?.kind === 'picture') {
      const picture = find(large.path)
      if (picture !== null) {
        pictures++
        const size = fitted(picture, BODY.w * PIXELS_OF_INCH, BODY.h * PIXELS_OF_INCH)
        const [w, h] = [size.width / PIXELS_OF_INCH, size.height / PIXELS_OF_INCH]
        const data = `image/${picture.type === 'jpg' ? 'jpeg' : picture.type};base64,${base64(picture.bytes)}`
        slide.addImage({ data, x: BODY.x + (BODY.w - w) / 2, y: BODY.y, w, h, altText: large.alt || large.path })
        continue
      }
      notes.push(notShown(large.path))
    }
    const runs = on.flatMap((block) => textRuns(block))
    if (runs.length > 0) slide.addText(runs, { ...BODY, fontSize: 18, color: INK, valign: 'top', fit: 'shrink' })
  }
  const made = (await show.write({ outputType: 'uint8array' })) as Uint8Array<ArrayBuffer>
  const bytes = steadyOffice(made, titleOf(blocks))
  const tables = slides.filter(({ blocks: on }) => on[0]?.kind === 'table').length
  const counts = countsOf([
    [slides.length, 'slide'],
    [tables, 'table'],
    [pictures, 'picture'],
  ])
  return { bytes, counts, notes }
}

type Text = { text: string; options: PptxGenJS.TextPropsOptions }

/** The lines of a block; the last run of each ends its line. */
function textRuns(block: Block): Text[] {
  switch (block.kind) {
    case 'heading':
      return lineOf(block.runs, { bold: true, color: ACCENT })
    case 'paragraph':
      return lineOf(block.runs, block.quote > 0 ? { italic: true, indentLevel: block.quote } : {})
    case 'item': {
      const indentLevel = Math.min(block.depth, 4)
      const box = block.mark === '☑' || block.mark === '☐'
      const bullet = box ? {} : { bullet: block.ordered ? { type: 'number' as const } : true }
      return lineOf(box ? [{ text: `${block.mark} ` }, ...block.runs] : block.runs, { ...bullet, indentLevel })
    }
    case 'code':
      return block.text.split('\n').flatMap((text) => lineOf([{ text, code: true }], { fontSize: 14 }))
    case 'picture':
      return lineOf([{ text: `[${block.alt || block.path}]`, italic: true }], {})
    default:
      return []
  }
}

function lineOf(runs: readonly Run[], line: PptxGenJS.TextPropsOptions): Text[] {
  const shown = runs.filter(({ text }) => text !== '')
  return shown.map((run, at) => ({
    text: run.text,
    options: {
      // a second bullet would begin another line
      ...(at === 0 ? line : ofRun(line)),
      ...(run.bold ? { bold: true } : {}),
      ...(run.italic ? { italic: true } : {}),
      ...(run.strike ? { strike: true } : {}),
      ...(run.code ? { fontFace: 'Consolas' } : {}),
      ...(run.link === undefined ? {} : { hyperlink: { url: run.link } }),
      ...(at === shown.length - 1 ? { breakLine: true } : {}),
    } as PptxGenJS.TextPropsOptions,
  }))
}

const ofRun = ({ bullet: _, indentLevel: __, ...rest }: PptxGenJS.TextPropsOptions): PptxGenJS.TextPropsOptions => rest

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
