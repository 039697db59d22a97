import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { compactSheets } from '../../../src/documents/compact-sheets.ts'
import { pictureHeader } from '../../../src/documents/picture-header.ts'
import { readText } from '../../../src/documents/read-text.ts'
import { shrinkPicture } from '../../../src/documents/shrink-picture.ts'
import { DEMO_PROVIDER, type Provider } from '../../../src/settings/provider.ts'
import { kindByBytes, kindOfFile } from '../../../src/ui/conversation/composer/attachments/kind-of-file.ts'
import { sensesAt } from '../../../src/worker/policy/senses.ts'
import { docx, rawXlsx, xlsx } from '../../support/office-files.ts'

const UNHEARD = { images: null, hears: null }
const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0))
const be32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const png = (width: number, height: number): Uint8Array =>
  new Uint8Array([
    0x89,
    ...ascii('PNG'),
    13,
    10,
    26,
    10,
    ...be32(13),
    ...ascii('IHDR'),
    ...be32(width),
    ...be32(height),
  ])

describe('what the head of a picture claims', () => {
  it.each([
    ['png', png(60_000, 60_000), 60_000, 60_000],
    // a thumbnail's frame inside EXIF is skipped with its segment
    [
      'jpeg',
      new Uint8Array([
        0xff, 0xd8, 0xff, 0xe1, 0, 8, 0xff, 0xc0, 0, 1, 2, 3, 0xff, 0xc2, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3, 0, 0,
      ]),
      4000,
      3000,
    ],
    ['gif', new Uint8Array([...ascii('GIF89a'), 0x40, 1, 0xf0, 0]), 320, 240],
    [
      'webp',
      new Uint8Array([
        ...ascii('RIFF'),
        0,
        0,
        0,
        0,
        ...ascii('WEBPVP8X'),
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0x7f,
        7,
        0,
        0x37,
        4,
        0,
      ]),
      1920,
      1080,
    ],
    [
      'heic',
      new Uint8Array([
        0,
        0,
        0,
        24,
        ...ascii('ftypheic'),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        20,
        ...ascii('ispe'),
        0,
        0,
        0,
        0,
        ...be32(4032),
        ...be32(3024),
      ]),
      4032,
      3024,
    ],
  ])('%s', (format, bytes, width, height) => {
    expect(pictureHeader(bytes)).toEqual({ format, width, height })
  })

  it('anything else, and one that ends too soon, claims nothing', () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(ascii('<svg>')), png(5, 5).subarray(0, 18), png(0, 5)])
      expect(pictureHeader(bytes)).toBeNull()
  })
})

/** Of a column, counted from 0. */
const column = (n: number): string =>
  (n < 26 ? '' : column(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
const file = (bytes: Uint8Array<ArrayBuffer> | string): Blob => new Blob([bytes])

/** A text in an encoding that no platform writes: by what each pair of bytes reads as. */
function encoded(label: string, text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label)
  const pairs = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) {
      const sign = decoder.decode(new Uint8Array([first, second]))
      if (sign.length === 1 && sign !== '\ufffd' && !pairs.has(sign)) pairs.set(sign, [first, second])
    }
  return new Uint8Array([...text].flatMap((sign) => pairs.get(sign) ?? ascii(sign)))
}

describe('what a document says', () => {
  it('Excel: each sheet under its name, as comma-separated lines', async () => {
    const read = await readText(
      'xlsx',
      file(
        xlsx('Prices', [
          ['Boat', 1200],
          ['Oars, two', 30],
        ]),
      ),
    )
    expect(read).toEqual({ type: 'text', text: '## Prices\n\nBoat,1200\n"Oars, two",30' })
  })

  it('Excel: times came a minute early, and one number that is no date, or a chart in a sheet of its own, made the whole book unreadable', async () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute)
    const words = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const book = xlsx(
      'Times',
      [
        ...minutes.map((minute) => [{ days: 45_306 + minute / 1440 }]),
        [{ days: 45_306 + (12 * 3600 + 34 * 60 + 56) / 86_400 }],
        [{ days: 0.5 }],
        [{ days: 4_915_112_345_678 }],
      ],
      'Chart1',
    )
    const read = await readText('xlsx', file(book))
    expect(read).toEqual({
      type: 'text',
      text: [
        '## Chart1\n\n## Times\n',
        ...minutes.map((minute) => (minute === 0 ? '2024-01-15' : `2024-01-15 ${words(minute)}`)),
        ...['2024-01-15 12:34:56', '12:00', '########'],
      ].join('\n'),
    })
  })

  it('Excel: one value in the last cell of a sheet filled the memory of the thread', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    expect(await readText('xlsx', file(rawXlsx('Far', far)))).toEqual({
      type: 'text',
      text: '## Far\n\n1\n[… 1,048,574 empty rows …]\n[… 16,383 empty cells …],2',
    })
    const diagonal = Array.from(
      { length: 4000 },
      (_, n) => `<row r="${n + 1}"><c r="${column(n)}${n + 1}"><v>7</v></c></row>`,
    )
    const read = await readText('xlsx', file(rawXlsx('Diagonal', diagonal.join(''))))
    expect(read).toMatchObject({ text: expect.stringContaining('\n[… 3,999 empty cells …],7') })
  })

  it('Excel: rows and cells without an address follow each other; those that have only a look hold nothing', async () => {
    const rows =
      '<row><c><v>1</v></c><c t="str"><v>a</v></c></row><row r="3"><c r="B3"><v>2</v></c><c r="C3" s="1"/></row><row r="900000" ht="9"/>'
    expect(await readText('xlsx', file(rawXlsx('S', rows)))).toEqual({ type: 'text', text: '## S\n\n1,a\n\n,2' })
    const prefixed = '<x:row r="1"><x:c r=\'A1\'><x:v>1</x:v></x:c></x:row>'
    expect(await readText('xlsx', file(rawXlsx('S', prefixed)))).toEqual({ type: 'text', text: '## S\n\n1' })
  })

  it('Excel: what was cut was not said', async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="str"><v>word ${10_000 + n}</v></c></row>`,
    )
    const second = '<row r="1"><c r="A1"><v>1</v></c></row>'
    const read = await readText('xlsx', file(rawXlsx('Long', rows.join(''), { second })))
    if (read.type !== 'text') throw new Error('unread')
    const [, text = '', rest = ''] = /^([\s\S]*)\n(.*)$/.exec(read.text) ?? []
    expect(text).toHaveLength(200_000)
    const whole = text.split('\n').filter((line) => /^word \d{5}$/.test(line)).length
    expect(rest).toBe(
      `[… cut here: ${(30_000 - whole).toLocaleString('en')} rows of the sheet “Long” are not shown, or not to their end, and 1 more sheets are not shown: “Second” …]`,
    )
  })

  it('Excel: a long string that many cells share is written no longer than what is shown', async () => {
    const strings = `<si><t>${'x'.repeat(30_000)}</t></si>`
    const cells = Array.from({ length: 16_000 }, (_, n) => `<c r="${column(n)}1" t="s"><v>0</v></c>`).join('')
    const rows = Array.from(
      { length: 12 },
      (_, n) => `<row r="${n + 1}">${cells.replaceAll('1" t', `${n + 1}" t`)}</row>`,
    )
    const read = await readText('xlsx', file(rawXlsx('Many', rows.join(''), { strings })))
    if (read.type !== 'text') throw new Error('unread')
    expect(read.text.length).toBeLessThan(201_000)
    expect(read.text.slice(-200)).toMatch(/cut here: 12 rows of the sheet/)
  }, 30_000)

  it('Excel: after a sheet with many formulas that give nothing, or errors, the sheets behind it were missing', async () => {
    const second = '<row r="1"><c r="A1"><v>1</v></c></row>'
    const blank = (n: number): string =>
      `<row r="${n + 1}"><c r="A${n + 1}" t="str"><f>A1</f><v></v></c><c r="B${n + 1}" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`
    const rows = Array.from({ length: 60_000 }, (_, n) => blank(n)).join('')
    const last = '<row r="60001"><c r="A60001" t="inlineStr"><is><r><t></t></r><r><t>end</t></r></is></c></row>'
    expect(await readText('xlsx', file(rawXlsx('Blank', rows + last, { second })))).toEqual({
      type: 'text',
      text: '## Blank\n\n[… 60,000 empty rows …]\nend\n\n## Second\n\n1',
    })
  })

  it('Excel: where the cells of one sheet are too many, though they say little, those behind it are read', async () => {
    const second = '<row r="1"><c r="A1"><v>1</v></c></row>'
    const row = (n: number): string => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`
    const rows = Array.from({ length: 100_003 }, (_, n) => row(n)).join('')
    expect(await readText('xlsx', file(rawXlsx('Spaces', rows, { second, strings: '<si><t> </t></si>' })))).toEqual({
      type: 'text',
      text: '## Spaces\n[… cut here: 3 rows of the sheet “Spaces” are not shown, or not to their end …]\n\n## Second\n\n1',
    })
  })

  it('Excel: of many full sheets none is left out for one that stands before it in the file', () => {
    const cells = (count: number): Uint8Array =>
      strToU8(`<worksheet><sheetData><row>${'<c><v>1</v></c>'.repeat(count)}</row></sheetData></worksheet>`)
    const sheets = Array.from({ length: 20 }, (_, n): [string, Uint8Array] => [`${n}.xml`, cells(n === 19 ? 3 : 30)])
    const { places } = compactSheets(new Map(sheets), 10)
    const counts = [...places.values()].map(({ rows }) => rows.length)
    expect(Math.min(...counts)).toBe(3)
    expect(counts.filter((count) => count >= 5)).toHaveLength(19)
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100)
  })

  it('HTML without what is no text for people; text in the encodings of older systems', async () => {
    const html = '<nav>Menu</nav><script>alert(1)</script><h1>Title</h1><p>Words <b>count</b></p>'
    expect(await readText('html', file(html))).toEqual({ type: 'text', text: 'Menu\n\n# Title\n\nWords **count**' })
    const latin = new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])
    expect(await readText('text', file(latin))).toEqual({ type: 'text', text: 'Müller' })
    const wide = new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0])
    expect(await readText('text', file(wide))).toEqual({ type: 'text', text: 'Hi' })
  })

  it.each([
    ['gb18030', '姓名,部门,电话\n张伟,销售部,13800000000\n王芳,财务部,13900000000'],
    ['gb18030', '这是一个在旧系统里保存的文件。'],
    ['shift_jis', '名前,住所\n山田太郎,東京都千代田区\nこのファイルは古いシステムで保存されました。'],
    ['euc-jp', 'このファイルは古いシステムで保存されました。会社の記録です。'],
    ['big5', '這是一個在舊系統裡儲存的檔案。姓名,電話\n陳小明,0912'],
    ['euc-kr', '이름,전화번호\n김민수,010\n이 파일은 오래된 시스템에서 저장되었습니다.'],
  ])('text in %s silently became gibberish: %s', async (label, text) => {
    expect(await readText('text', file(encoded(label, text)))).toEqual({ type: 'text', text })
    const html = `<html><head><meta charset="${label}"></head><body><p>${text.replaceAll('\n', ' ')}</p></body></html>`
    expect(await readText('html', file(encoded(label, html)))).toEqual({
      type: 'text',
      text: text.replaceAll('\n', ' '),
    })
  })

  it.each([
    ['<meta charset="iso-8859-1">', '<p>Größe, 大小</p>', 'Größe, 大小'],
    ['<meta charset=gb2312>', '<p>Größe, 大小</p>', 'Größe, 大小'],
    ['', '<form accept-charset="ISO-8859-1"><p>Größe</p></form>', 'Größe'],
  ])(
    'HTML in UTF-8 that names another encoding, as after a conversion, became gibberish: %s%s',
    async (head, body, text) => {
      expect(await readText('html', file(`<html><head>${head}</head><body>${body}</body></html>`))).toEqual({
        type: 'text',
        text,
      })
    },
  )

  it('HTML of an older system that calls itself UTF-8 lost every sign that is not ASCII', async () => {
    const latin = new Uint8Array(ascii('<meta charset="utf-8"><p>Größe</p>'))
    expect(await readText('html', file(latin))).toEqual({ type: 'text', text: 'Größe' })
  })

  it('HTML in an encoding that it names is read in it, though all its bytes be ASCII', async () => {
    const japanese = '<meta charset="iso-2022-jp"><p>\x1b$BF|K\\\x1b(B</p>'
    expect(await readText('html', file(japanese))).toEqual({ type: 'text', text: '日本' })
    const chinese = encoded('gb18030', '<meta charset="gb2312"><p>大小 Groesse</p>')
    expect(await readText('html', file(chinese))).toEqual({ type: 'text', text: '大小 Groesse' })
  })

  it('a log in UTF-8 that begins or ends within a character, or is damaged in one place, became gibberish as a whole', async () => {
    const log = strToU8(
      '12:00 Zähler geöffnet für 设备\n12:01 Gerät läuft, größer\n'.repeat(3),
    ) as Uint8Array<ArrayBuffer>
    const from = log.indexOf(0xc3) + 1
    expect(await readText('text', file(log.slice(from)))).toMatchObject({
      text: expect.stringMatching(/^\ufffdhler geöffnet für 设备\n12:01 Gerät/),
    })
    const to = log.lastIndexOf(0xc3) + 1
    expect(await readText('text', file(log.slice(0, to)))).toMatchObject({
      text: expect.stringMatching(/Gerät läuft, grö\ufffd$/),
    })
    const damaged = log.slice()
    damaged[20] = 0xff
    expect(await readText('text', file(damaged))).toMatchObject({
      text: expect.stringContaining('für 设备\n12:01 Gerät'),
    })
  })

  it.each(['Müller', 'Café', 'é', 'It’s “über” — naïve', 'DÉJÀ VU', 'Æïøå ßü', 'señor, ¿qué? ¡sí!'])(
    'text of the West in its old encoding stays what it is: %s',
    async (text) => {
      const windows: Record<string, number> = { '’': 0x92, '“': 0x93, '”': 0x94, '—': 0x97 }
      const bytes = new Uint8Array([...text].map((sign) => windows[sign] ?? sign.charCodeAt(0)))
      // Node knows the quotation marks of that encoding as control characters
      const read = new TextDecoder('windows-1252').decode(bytes)
      expect(await readText('text', file(bytes))).toEqual({ type: 'text', text: read })
    },
  )

  it.each(['Name: ÄÖÜ, ok', '«À»', 'éèà', 'Umlaute wie ÄÖÅ sind Größe'])(
    'a short text of the West whose accents stand together was read as one of East Asia: %s',
    async (text) => {
      expect(await readText('text', file(new Uint8Array(ascii(text))))).toEqual({ type: 'text', text })
    },
  )

  it('HTML whose body, or the end of whose head, is left out was called empty', async () => {
    const begin = '<!doctype html><html lang="en"><meta charset="utf-8">'
    for (const html of [`${begin}<title>T</title><h1>One</h1><p>Two`, '<html><head><title>T</title><h1>One</h1><p>Two'])
      expect(await readText('html', file(html))).toEqual({ type: 'text', text: '# One\n\nTwo' })
  })

  it('HTML with a tag before that of the page had its title in its text, where a script had put one', async () => {
    const html =
      '<script>var before = 1</script><html><head><title>T</title></head><body class="b"><p>One</p></body></html>'
    expect(await readText('html', file(html))).toEqual({ type: 'text', text: 'One' })
  })

  it('what is no document is said so in words', async () => {
    const words = async (...args: Parameters<typeof readText>): Promise<unknown> => {
      const read = await readText(...args)
      return read.type === 'failed' ? read.words : read
    }
    expect(await words('text', file(new Uint8Array([1, 0, 2])))).toContain('isn’t text')
    expect(await words('docx', file('no zip'))).toContain('damaged')
    expect(await words('docx', file(zipSync({ 'a.txt': new Uint8Array(3) }) as Uint8Array<ArrayBuffer>))).toContain(
      'damaged',
    )
    expect(await words('xlsx', file(zipSync({ 'a.txt': new Uint8Array(3) }) as Uint8Array<ArrayBuffer>))).toContain(
      'damaged',
    )
  })

  it('a long text is cut, and says by how much', async () => {
    const read = await readText('text', file('x'.repeat(250_000)))
    expect(read).toMatchObject({
      text: expect.stringMatching(/^x{200000}\n\[… 50,000 more characters are not shown …\]$/),
    })
  })
})

it('files are taken by what they say of themselves; those that nobody reads here are files', () => {
  const kind = (name: string, type = ''): unknown => kindOfFile({ name, type })
  expect(kind('a.pdf')).toBe('pdf')
  expect(kind('photo', 'image/jpeg')).toBe('picture')
  expect(kind('IMG_1.HEIC')).toBe('picture')
  expect(kind('logo.svg', 'image/svg+xml')).toBe('text')
  expect(kind('Book.XLSX')).toBe('xlsx')
  expect(kind('main.rs')).toBe('text')
  expect(kind('constructor.constructor')).toBe('text')
  for (const file of [kind('old.doc'), kind('talk.pptx'), kind('film', 'video/mp4')]) expect(file).toBe('file')
})

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)),
  )
const packet = [0x47, 0x40, 0, 0x10, ...Array<number>(184).fill(0xff)]
const CODE = 'export const a = 1\n'.repeat(50)

it.each<[string, string, string, Uint8Array<ArrayBuffer> | string, unknown]>([
  ['code that the system takes for a film', 'main.ts', 'video/mp2t', CODE, 'text'],
  ['the same as a module', 'main.mts', 'video/mp2t', CODE, 'text'],
  ['code that begins with a G', 'go.ts', 'video/mp2t', 'G'.repeat(1000), 'text'],
  ['a Go module', 'go.mod', 'audio/x-mod', 'module kite\n', 'text'],
  ['a playlist', 'list.m3u', 'audio/x-mpegurl', '#EXTM3U\n', 'text'],
  ['text called a picture', 'a.png', 'image/png', 'no picture', 'text'],
  ['a database', 'a.sqlite', '', bytes('SQLite format 3', [0, 16, 0, 1, 1, 0]), 'file'],
  ['a table in columns', 'a.parquet', '', bytes('PAR1', [0, 1, 2, 3, 0, 0]), 'file'],
  ['a page without a name', 'page', '', '<!DOCTYPE html><p>Hi', 'html'],
  ['a real transport stream', 'film.ts', 'video/mp2t', new Uint8Array([...packet, ...packet, ...packet]), 'file'],
  ['an AVI film', 'film', '', bytes('RIFF', [0, 0, 0, 0], 'AVI LIST', [0, 0]), 'file'],
  [
    'a photo of an iPhone without a name',
    'IMG_1',
    '',
    bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic'),
    'picture',
  ],
  [
    'a photo of an iPhone that is called JPEG',
    'IMG_1.jpg',
    'image/jpeg',
    bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0]),
    'picture',
  ],
  ['a photo of a camera', 'A.HIF', '', bytes([0, 0, 0, 24], 'ftypheix', [0, 0, 0, 0]), 'picture'],
  ['a scan', 'scan.txt', 'text/plain', bytes('II*', [0, 8, 0, 0, 0]), 'picture'],
  ['a JPEG without an ending', 'photo', '', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0, 1]), 'picture'],
  ['a PDF that is called text', 'a.txt', 'text/plain', bytes('%PDF-1.7\n'), 'pdf'],
  ['words about a PDF', 'a.md', '', 'Every PDF begins with %PDF-1.7.', 'text'],
  ['a recording without an ending', 'memo', '', bytes('OggS', [0, 2, 0, 0, 0, 0, 0, 0]), 'sound'],
  ['a packed file that is called text', 'a.txt', 'text/plain', bytes('PK', [3, 4, 20, 0, 0, 0]), 'file'],
  ['old Office without a name', 'a', '', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'file'],
  ['text in two bytes for each sign', 'a.csv', '', bytes([0xff, 0xfe], 'a', [0], 'b', [0]), 'text'],
])('a file is told by its bytes, not by what the system calls it: %s', async (_, name, type, content, kind) => {
  expect(await kindByBytes(new File([content], name, { type }))).toEqual(kind)
})

it('a Word document without its ending was refused as packed', async () => {
  expect(await kindByBytes(new File([docx('Plan', 'Sell.', [])], 'Plan'))).toBe('docx')
})

it('a photo of an iPhone whose size stands further in was called damaged: it is named, and the way out with it', async () => {
  const said = await shrinkPicture(new Blob([bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic')]), 100)
  expect(said).toMatchObject({ type: 'failed', words: expect.stringMatching(/HEIC.*Save it as JPEG/) })
  const scan = await shrinkPicture(new Blob([bytes('II*', [0, 8, 0, 0, 0])]), 100)
  expect(scan).toMatchObject({
    type: 'failed',
    words: 'Browsers can’t read TIFF images. Save it as PNG or JPEG first.',
  })
})

describe('what a model takes', () => {
  const provider: Provider = {
    id: 'p',
    kind: 'anthropic',
    label: 'A',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'x',
    models: [],
    createdAt: 0,
  }
  it('one that nobody knows is tried; one that has refused is not; the person knows best', () => {
    expect(sensesAt(provider, 'new-model', UNHEARD)).toEqual({ images: true, pdf: true, sounds: [] })
    expect(sensesAt({ ...provider, kind: 'openai-compatible' }, 'new-model', UNHEARD)).toEqual({
      images: true,
      pdf: false,
      sounds: [],
    })
    expect(sensesAt({ ...provider, blind: ['new-model'] }, 'new-model', UNHEARD)).toEqual({
      images: false,
      pdf: false,
      sounds: [],
    })
    const overrides = { 'new-model': { images: true } }
    expect(sensesAt({ ...provider, blind: ['new-model'], overrides }, 'new-model', UNHEARD)).toEqual({
      images: true,
      pdf: true,
      sounds: [],
    })
    expect(sensesAt(DEMO_PROVIDER, 'demo', { images: true, hears: true })).toEqual({
      images: false,
      pdf: false,
      sounds: [],
    })
  })

  it('recordings go to models that are known to hear, in the formats of their wire', () => {
    const heard = { images: null, hears: true }
    const chat: Provider = { ...provider, kind: 'openai-compatible' }
    const sounds = (of: Provider, known: { images: null; hears: boolean | null } = heard) =>
      sensesAt(of, 'm', known).sounds
    expect(sounds(chat)).toEqual(['audio/wav', 'audio/mpeg'])
    expect(sounds({ ...provider, kind: 'openrouter' })).toContain('audio/mp4')
    expect(sounds({ ...provider, kind: 'google' }, { ...heard, hears: null })).toContain('audio/flac')
    // its wire has no place for one
    expect(sounds(provider)).toEqual([])
    expect(sounds(chat, { ...heard, hears: null })).toEqual([])
    expect(sounds({ ...chat, overrides: { m: { sound: true } } }, { ...heard, hears: null })).toHaveLength(2)
    expect(sounds({ ...chat, deaf: ['m'] })).toEqual([])
  })
})
