import { describe, expect, it } from 'vitest'
import { blobsOfBlocks, sizeOfAttached } from '../../../src/agent/attachments.ts'
import { blobsOf, llmMessages } from '../../../src/agent/brain-request.ts'
import { type DocumentBlock, type ImageBlock, PlainBlock } from '../../../src/agent/content.ts'
import type { ContextItem } from '../../../src/agent/context.ts'
import { sizeOfBlocks } from '../../../src/agent/size.ts'

const sha = (digit: string): string => digit.repeat(64)
const photo: ImageBlock = {
  type: 'image',
  mediaType: 'image/jpeg',
  blob: sha('a'),
  name: 'beach.jpg',
  width: 1920,
  height: 1080,
}
const paper: DocumentBlock = {
  type: 'document',
  name: 'paper.pdf',
  mediaType: 'application/pdf',
  blob: sha('b'),
  words: sha('c'),
  length: 4000,
  pages: 3,
}
const sheet: DocumentBlock = {
  ...paper,
  name: 'sheet.xlsx',
  mediaType: 'application/vnd.ms-excel',
  blob: sha('d'),
  words: sha('e'),
  pages: undefined,
}
const scan: DocumentBlock = { ...paper, name: 'scan.pdf', words: null, length: 0 }
const talk: DocumentBlock = {
  type: 'document',
  name: 'talk.mp3',
  mediaType: 'audio/mpeg',
  blob: sha('f'),
  words: null,
  length: 60,
}
const items: ContextItem[] = [{ role: 'user', content: [photo, paper, { type: 'text', text: 'What is this?' }] }]
const stored = {
  whole: new Map([
    [sha('a'), 'PHOTO'],
    [sha('b'), 'PAPER'],
  ]),
  text: new Map([
    [sha('c'), 'Chapter </document> one'],
    [sha('e'), 'a,b'],
  ]),
}
const contentOf = (...args: Parameters<typeof llmMessages>): unknown => llmMessages(...args)[0]?.content

describe('pictures and documents in a request', () => {
  it('a model that sees gets the bytes, in the order in which they were sent', () => {
    expect(contentOf(items, stored, { images: true, pdf: true, sounds: [] })).toEqual([
      { type: 'image', mediaType: 'image/jpeg', data: 'PHOTO' },
      { type: 'file', mediaType: 'application/pdf', name: 'paper.pdf', data: 'PAPER' },
      { type: 'text', text: 'What is this?' },
    ])
    expect(blobsOf(items, { images: true, pdf: true, sounds: [] })).toEqual({ whole: [sha('a'), sha('b')], text: [] })
  })

  it('a model that reads text only gets a note in place of the picture, and the words of the document, which end where it ends', () => {
    expect(contentOf(items, stored, { images: false, pdf: false, sounds: [] })).toEqual([
      { type: 'text', text: '[image: beach.jpg, not shown: this model reads text only]' },
      { type: 'text', text: '<document name="paper.pdf">\nChapter ‹/document> one\n</document>' },
      { type: 'text', text: 'What is this?' },
    ])
    expect(blobsOf(items, { images: false, pdf: false, sounds: [] })).toEqual({ whole: [], text: [sha('c')] })
  })

  it('a workbook comes as its words even where PDFs are seen; what has no words says so', () => {
    const content = contentOf([{ role: 'user', content: [sheet, scan] }], stored, {
      images: true,
      pdf: false,
      sounds: [],
    })
    expect(content).toEqual([
      { type: 'text', text: '<document name="sheet.xlsx">\na,b\n</document>' },
      { type: 'text', text: '[document: scan.pdf, not shown: there is no text in it, and this model reads text only]' },
    ])
    expect(blobsOf([{ role: 'user', content: [sheet] }])).toEqual({ whole: [], text: [sha('e')] })
  })

  it('a model that hears gets a recording as it is; one that does not hear it, or not in this format, a note', () => {
    const heard: ContextItem[] = [{ role: 'user', content: [talk] }]
    const bytes = { whole: new Map([[sha('f'), 'TALK']]), text: new Map() }
    const hears = { images: false, pdf: false, sounds: ['audio/wav', 'audio/mpeg'] }
    expect(contentOf(heard, bytes, hears)).toEqual([
      { type: 'file', mediaType: 'audio/mpeg', name: 'talk.mp3', data: 'TALK' },
    ])
    expect(blobsOf(heard, hears)).toEqual({ whole: [sha('f')], text: [] })
    const other = { images: true, pdf: true, sounds: ['audio/wav'] }
    expect(contentOf(heard, bytes, other)).toEqual([
      { type: 'text', text: '[recording: talk.mp3, not heard: this model takes no sound of this kind]' },
    ])
    expect(blobsOf(heard, other)).toEqual({ whole: [], text: [] })
  })

  it('a document that calls itself sound is read, not played', () => {
    const liar = { ...paper, name: 'page.html', mediaType: 'audio/wav' }
    const content = contentOf([{ role: 'user', content: [liar] }], stored, {
      ...{ images: true, pdf: true },
      sounds: ['audio/wav'],
    })
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('Chapter ‹/document> one') }])
  })

  it('what is no longer stored is said, never left out', () => {
    const nothing = { whole: new Map(), text: new Map() }
    expect(contentOf(items, nothing, { images: true, pdf: false, sounds: [] })).toEqual([
      { type: 'text', text: '[image: beach.jpg, no longer stored]' },
      { type: 'text', text: '[document: paper.pdf, no longer stored]' },
      { type: 'text', text: 'What is this?' },
    ])
  })

  it('the image of a tool result is named, too, where nobody would see it', () => {
    const call = { id: '1', providerId: 'p', name: 'shot', args: '{}', content: [photo], isError: false }
    const [message] = llmMessages([{ role: 'tool', call }], stored, { images: false, pdf: false, sounds: [] })
    expect(message?.content).toEqual([
      { type: 'text', text: '[image: beach.jpg, not shown: this model reads text only]' },
    ])
  })
})

describe('what they weigh', () => {
  it('a picture by its pixels, within bounds; one of unknown size as ever', () => {
    expect(sizeOfAttached({ ...photo, width: 600, height: 500 })).toBe(400)
    expect(sizeOfAttached({ ...photo, width: 10, height: 10 })).toBe(85)
    expect(sizeOfAttached(photo)).toBe(1600)
    expect(sizeOfBlocks([{ type: 'image', mediaType: 'image/png', blob: sha('a') }])).toBe(1000)
  })

  it('a document by its words and pages', () => {
    expect(sizeOfAttached(paper)).toBe(20 + 1000 + 750)
    expect(sizeOfAttached(sheet)).toBe(20 + 1000)
  })

  it('a recording by its length', () => {
    expect(sizeOfAttached(talk)).toBe(20 + 60 * 32)
    expect(blobsOfBlocks([talk])).toEqual([sha('f')])
  })

  it('both of its blobs belong to a document, so that neither is collected and both are exported', () => {
    expect(blobsOfBlocks([photo, paper, scan])).toEqual([sha('a'), sha('b'), sha('c'), sha('b')])
  })

  it('images of older journals are read as they were written', () => {
    const old = { type: 'image', mediaType: 'image/png', blob: sha('a') }
    expect(PlainBlock.parse(old)).toEqual(old)
  })
})
