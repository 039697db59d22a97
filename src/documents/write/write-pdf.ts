/// <reference path="../pdfmake.d.ts" />
import pdfMake from 'pdfmake/build/pdfmake'
import fonts from 'pdfmake/build/vfs_fonts'
import { type Block, type Run, textOf } from './blocks.ts'
import { type FindPicture, fitted } from './pictures.ts'
import { steadyPdf } from './steady.ts'
import { titleOf } from './title.ts'
import { countsOf, notShown, type Written } from './written.ts'

/** Points: what fits between the margins of A4. */
const WIDEST = 515
const HIGHEST = 700
/** What the font has: Latin, Greek and Cyrillic letters, and common signs. */
const NOT_IN_FONT =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\t\n\r\u0020-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u2200-\u22ff\u25a0-\u25ff\u2610-\u2612\ufeff]/gu
const BOXES: Record<string, string> = { '☑': '[x]', '☐': '[ ]' }

pdfMake.addVirtualFileSystem(fonts)

/** Throws a sentence when the text has letters that the font lacks: they would be missing without a word. */
export async function writePdf(blocks: readonly Block[], find: FindPicture): Promise<Written> {
  const lacking = new Set([...wordsOf(blocks).matchAll(NOT_IN_FONT)].map(([sign]) => sign))
  if (lacking.size > 0) {
    const some = [...lacking].slice(0, 10).join(' ')
    throw new Error(
      `The PDF font does not have these characters: ${some}${lacking.size > 10 ? ' …' : ''} Leave them out, or make a .docx instead.`,
    )
  }
  const notes: string[] = []
  const drawn = (block: Block): unknown => {
    switch (block.kind) {
      case 'heading':
        return { text: runs(block.runs), style: `h${Math.min(block.level, 4)}`, headlineLevel: block.level }
      case 'paragraph':
        return {
          text: runs(block.runs),
          margin: [14 * block.quote, 0, 0, 7],
          ...(block.quote > 0 ? { color: '#4b5563' } : {}),
        }
      case 'item':
        return {
          margin: [14 * block.depth, 0, 0, 3],
          columns: [
            { width: 18, text: BOXES[block.mark] ?? block.mark },
            { width: '*', text: runs(block.runs) },
          ],
        }
      case 'code':
        return {
          margin: [0, 2, 0, 9],
          table: { widths: ['*'], body: [[{ text: block.text, fontSize: 9, preserveLeadingSpaces: true }]] },
          layout: { hLineWidth: () => 0, vLineWidth: () => 0, fillColor: () => '#f3f4f6' },
        }
      case 'table':
        return tableOf(block)
      case 'rule':
        return {
          margin: [0, 4, 0, 8],
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDEST, y2: 0, lineWidth: 0.5, lineColor: '#b0b8c4' }],
        }
      case 'picture': {
        const picture = find(block.path)
        if (picture === null || picture.type === 'gif') {
          notes.push(
            picture === null ? notShown(block.path) : `"${block.path}" is not shown: a PDF takes PNG and JPEG files.`,
          )
          return { text: `[${block.alt || block.path}]`, italics: true, margin: [0, 0, 0, 7] }
        }
        const size = fitted(picture, WIDEST, HIGHEST)
        const type = picture.type === 'jpg' ? 'jpeg' : 'png'
        return { image: `data:image/${type};base64,${base64(picture.bytes)}`, ...size, margin: [0, 2, 0, 9] }
      }
    }
  }
  const made = pdfMake.createPdf({
    info: { creator: 'Reflexor', producer: 'pdfmake', title: titleOf(blocks), creationDate: new Date(0) },
    pageSize: 'A4',
    pageMargins: [40, 48, 40, 48],
    content: blocks.map(drawn),
    footer: (page: number, pages: number) =>
      pages > 1 ? { text: `${page} / ${pages}`, alignment: 'center', fontSize: 9, color: '#6b7280' } : null,
    styles: {
      h1: { fontSize: 22, bold: true, margin: [0, 6, 0, 8] },
      h2: { fontSize: 17, bold: true, margin: [0, 10, 0, 6] },
      h3: { fontSize: 14, bold: true, margin: [0, 8, 0, 5] },
      h4: { fontSize: 12, bold: true, margin: [0, 6, 0, 4] },
    },
    defaultStyle: { fontSize: 11, lineHeight: 1.25 },
    // a heading does not stay alone at the foot of a page
    pageBreakBefore: (
      node: { headlineLevel?: number },
      { getFollowingNodesOnPage: after }: { getFollowingNodesOnPage: () => unknown[] },
    ) => node.headlineLevel !== undefined && after().length === 0,
  })
  const bytes = steadyPdf(new Uint8Array(await made.getBuffer()))
  const count = (kind: Block['kind']): number => blocks.filter((block) => block.kind === kind).length
  const counts = countsOf([
    [count('heading'), 'heading'],
    [count('paragraph'), 'paragraph'],
    [count('item'), 'list item'],
    [count('table'), 'table'],
    [count('picture') - notes.length, 'picture'],
  ])
  return { bytes, counts, notes }
}

const wordsOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if ('runs' in block) return textOf(block.runs)
      if (block.kind === 'table') return [block.head, ...block.rows].map((row) => row.map(textOf).join(' ')).join('\n')
      return block.kind === 'code' ? block.text : ''
    })
    .join('\n')

function tableOf({ head, rows, align }: Extract<Block, { kind: 'table' }>) {
  const cell = (content: Run[] | undefined, at: number, bold: boolean) => ({
    text: runs(content ?? []),
    bold,
    alignment: align[at] ?? 'left',
  })
  return {
    margin: [0, 2, 0, 9],
    table: {
      headerRows: 1,
      widths: head.map(() => (head.length > 6 ? '*' : 'auto')),
      body: [
        head.map((runs, at) => cell(runs, at, true)),
        ...rows.map((row) => head.map((_, at) => cell(row[at], at, false))),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0.5,
      hLineColor: () => '#c5cbd5',
      vLineColor: () => '#c5cbd5',
      fillColor: (row: number) => (row === 0 ? '#e8eef6' : null),
    },
  }
}

const runs = (list: readonly Run[]) =>
  list.map((run) => ({
    text: run.text,
    ...(run.bold ? { bold: true } : {}),
    ...(run.italic ? { italics: true } : {}),
    ...(run.strike ? { decoration: 'lineThrough' } : {}),
    ...(run.code ? { background: '#f3f4f6' } : {}),
    ...(run.link === undefined ? {} : { link: run.link, color: '#1d4f91', decoration: 'underline' }),
  }))

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
