import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Align, Block, Run } from './blocks.ts'
import { type FindPicture, fitted } from './pictures.ts'
import { steadyOffice } from './steady.ts'
import { titleOf } from './title.ts'
import { countsOf, notShown, type Written } from './written.ts'

const LEVELS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]
/** Pixels: what fits between the margins of a page. */
const WIDEST = 600
const HIGHEST = 800
const MONO = 'Consolas'
const DEEPEST_LIST = 9

export async function writeDocx(blocks: readonly Block[], find: FindPicture): Promise<Written> {
  const notes: string[] = []
  let lists = 0
  let inList = false
  const drawn = (block: Block): (Paragraph | Table)[] => {
    const isOrdered = block.kind === 'item' && block.ordered
    if (isOrdered && !inList) lists++
    inList = block.kind === 'item' && (isOrdered || inList)
    switch (block.kind) {
      case 'heading':
        return [
          new Paragraph({ heading: LEVELS[block.level - 1] ?? HeadingLevel.HEADING_6, children: runs(block.runs) }),
        ]
      case 'paragraph':
        return [
          new Paragraph({
            children: runs(block.runs),
            spacing: { after: 160 },
            ...(block.quote > 0
              ? {
                  indent: { left: 400 * block.quote },
                  border: { left: { style: BorderStyle.SINGLE, size: 12, color: 'B0B8C4', space: 8 } },
                }
              : {}),
          }),
        ]
      case 'item': {
        const level = Math.min(block.depth, DEEPEST_LIST - 1)
        if (block.mark === '☑' || block.mark === '☐')
          return [
            new Paragraph({
              children: [new TextRun(`${block.mark} `), ...runs(block.runs)],
              indent: { left: 360 * (level + 1), hanging: 360 },
            }),
          ]
        const list = block.ordered
          ? { numbering: { reference: 'numbers', level, instance: lists } }
          : { bullet: { level } }
        return [new Paragraph({ children: runs(block.runs), ...list })]
      }
      case 'code':
        return block.text.split('\n').map(
          (line, at, lines) =>
            new Paragraph({
              children: [new TextRun({ text: line, font: MONO, size: 19 })],
              shading: { type: ShadingType.CLEAR, fill: 'F3F4F6' },
              spacing: { after: at === lines.length - 1 ? 160 : 0 },
            }),
        )
      case 'table':
        return [tableOf(block), new Paragraph({})]
      case 'rule':
        return [
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: 'B0B8C4', space: 1 } } }),
        ]
      case 'picture': {
        const picture = find(block.path)
        if (picture === null) {
          notes.push(notShown(block.path))
          return [new Paragraph({ children: [new TextRun({ text: `[${block.alt || block.path}]`, italics: true })] })]
        }
        const words = block.alt || block.path
        return [
          new Paragraph({
            children: [
              new ImageRun({
                type: picture.type,
                data: picture.bytes,
                transformation: fitted(picture, WIDEST, HIGHEST),
                altText: { name: words, description: words, title: words },
              }),
            ],
          }),
        ]
      }
    }
  }
  const document = new Document({
    creator: 'Reflexor',
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22 } },
        heading1: { run: { size: 34, bold: true }, paragraph: { spacing: { before: 280, after: 140 } } },
        heading2: { run: { size: 28, bold: true }, paragraph: { spacing: { before: 260, after: 120 } } },
        heading3: { run: { size: 24, bold: true }, paragraph: { spacing: { before: 220, after: 100 } } },
      },
    },
    numbering: { config: [{ reference: 'numbers', levels: numbers() }] },
    sections: [{ children: blocks.flatMap(drawn) }],
  })
  const made = new Uint8Array(await (await Packer.toBlob(document)).arrayBuffer())
  const bytes = steadyOffice(made, titleOf(blocks))
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

const numbers = () =>
  Array.from({ length: DEEPEST_LIST }, (_, level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: 360 * (level + 1), hanging: 360 } } },
  }))

const SIDES: Record<'left' | 'center' | 'right', (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
}

function tableOf({ head, rows, align }: Extract<Block, { kind: 'table' }>): Table {
  const cell = (content: Run[], side: Align, isHead: boolean): TableCell =>
    new TableCell({
      children: [
        new Paragraph({
          children: runs(isHead ? content.map((run) => ({ ...run, bold: true as const })) : content),
          ...(side === null ? {} : { alignment: SIDES[side] }),
        }),
      ],
      margins: { top: 60, bottom: 60, left: 100, right: 100 },
      ...(isHead ? { shading: { type: ShadingType.CLEAR, fill: 'E8EEF6' } } : {}),
    })
  const row = (cells: Run[][], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: head.map((_, at) => cell(cells[at] ?? [], align[at] ?? null, isHead)),
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [row(head, true), ...rows.map((cells) => row(cells, false))],
  })
}

function runs(list: readonly Run[]): ParagraphChild[] {
  return list.flatMap((run): ParagraphChild[] => {
    const parts = run.text.split('\n').map(
      (text, at) =>
        new TextRun({
          text,
          ...(at > 0 ? { break: 1 } : {}),
          ...(run.bold ? { bold: true } : {}),
          ...(run.italic ? { italics: true } : {}),
          ...(run.strike ? { strike: true } : {}),
          ...(run.code ? { font: MONO } : {}),
          ...(run.link === undefined ? {} : { style: 'Hyperlink' }),
        }),
    )
    return run.link === undefined ? parts : [new ExternalHyperlink({ link: run.link, children: parts })]
  })
}
