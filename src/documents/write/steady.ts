import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/**
 * The libraries put the time and random names into what they write. The same Markdown must give the same bytes: a call
 * that runs again after a crash then finds its own file.
 */

const CORE = 'docProps/core.xml'
/** The earliest that a zip can say. */
const NO_TIME = new Date(1980, 0, 1)

/** Of a zip of Office: its properties are a title and a creator, without times; names of links are numbers. */
export function steadyOffice(bytes: Uint8Array, title: string): Uint8Array<ArrayBuffer> {
  const files = unzipSync(bytes)
  if (files[CORE] !== undefined) files[CORE] = strToU8(coreOf(title))
  for (const [name, content] of Object.entries(files)) {
    const part = /^(.*)_rels\/(.+)\.rels$/.exec(name)
    const owner = part === null ? undefined : `${part[1]}${part[2]}`
    if (owner === undefined || files[owner] === undefined) continue
    const random = [...strFromU8(content).matchAll(/ Id="(rId(?!\d+")[^"]+)"/g)].map(([, id = '']) => id)
    const named = new Map(random.map((id, at) => [id, `rIdLink${at + 1}`]))
    const renamed = (text: string): string =>
      text.replace(/"(rId[^"]+)"/g, (whole, id: string) => (named.has(id) ? `"${named.get(id)}"` : whole))
    files[name] = strToU8(renamed(strFromU8(content)))
    files[owner] = strToU8(numbered(renamed(strFromU8(files[owner]))))
  }
  for (const [name, content] of Object.entries(files))
    if (/^ppt\/slides\/[^/]+\.xml$/.test(name)) files[name] = strToU8(oneEach(strFromU8(content)))
  return zipSync(files, { mtime: NO_TIME, level: 6 }) as Uint8Array<ArrayBuffer>
}

/**
 * The library writes the properties of a paragraph before each of its runs. Only the first may stand: else PowerPoint
 * repairs the file.
 */
const oneEach = (xml: string): string =>
  xml.replace(/(?<=<\/a:r>)<a:pPr(?:[^>]*\/>|[^>]*>(?:(?!<a:pPr)[\s\S])*?<\/a:pPr>)/g, '')

/** Pictures are counted from 1, not from the last one of another document. */
function numbered(xml: string): string {
  let pictures = 0
  return xml.replace(/<wp:docPr id="\d+"/g, () => `<wp:docPr id="${++pictures}"`)
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
const coreOf = (title: string): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  // signs that XML cannot hold are left out
  `<dc:title>${escaped(title.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, ''))}</dc:title><dc:creator>Reflexor</dc:creator></cp:coreProperties>`

/** Of a PDF: its time of creation is blanked, byte for byte, so that no offset changes. */
export function steadyPdf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // one sign for each byte
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  for (const { index, 0: whole } of text.matchAll(/\/CreationDate \([^)]{0,40}\)/g))
    bytes.fill(0x20, index, index + whole.length)
  return bytes
}
