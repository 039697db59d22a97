import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import type { PointedFile, PointedFiles } from './pointed-files.ts'

/**
 * Places in formatted text that point at files of the workspace. The renderer leaves a `data` element for each; here it
 * becomes a place that is filled, and filled again when the file or its picture comes.
 */

/** Pictures of one text that are shown; further ones are links. */
const MOST_PICTURES = 40
const PLACE = 'file-place'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** HTML of a place, for the renderer. `words`: HTML. */
export const linkMark = (path: string, words: string): string => `<data value="link ${escaped(path)}">${words}</data>`
export const pictureMark = (path: string, words: string): string =>
  `<data value="picture ${escaped(path)}">${escaped(words)}</data>`

/**
 * Turns the marks of the renderer into places, and fills them. `files` null: only their words stay. `shown`: pictures
 * elsewhere in the text.
 */
export function placeFiles(fragment: DocumentFragment, files: PointedFiles | null, shown: () => number): void {
  const marks = fragment.querySelectorAll('data')
  for (const mark of marks) {
    const [, kind = '', path = ''] = /^(link|picture) (.+)$/s.exec(mark.value) ?? []
    if (files === null || kind === '') {
      mark.replaceWith(...mark.childNodes)
      continue
    }
    const place = document.createElement('span')
    place.className = PLACE
    place.dataset['kind'] = kind
    place.dataset['path'] = path
    if (kind === 'picture') place.dataset['words'] = mark.textContent ?? ''
    else place.append(...mark.childNodes)
    mark.replaceWith(place)
  }
  if (files !== null && marks.length > 0) fillFiles(fragment, files, shown())
}

/** Pictures of files in a text, without those in `except`. */
export const picturesIn = (root: ParentNode, except?: Element): number =>
  [...root.querySelectorAll(`.${PLACE} img`)].filter((image) => !except?.contains(image)).length

/** Shows each place as its file is now. `before`: pictures that the text has elsewhere. */
export function fillFiles(root: ParentNode, files: PointedFiles, before = 0): void {
  let pictures = before
  for (const place of root.querySelectorAll<HTMLElement>(`.${PLACE}`)) {
    const path = place.dataset['path'] ?? ''
    const file = files.at(path)
    const isPicture = place.dataset['kind'] === 'picture' && pictures < MOST_PICTURES
    if (isPicture && showPicture(place, file, files)) pictures++
    else showWords(place, path, file, files)
  }
}

/** False: there is nothing to show. */
function showPicture(place: HTMLElement, file: ReturnType<PointedFiles['at']>, files: PointedFiles): boolean {
  const picture = file && file !== 'folder' ? files.pictureOf(file) : null
  if (picture === null || !file || file === 'folder') return false
  if (isAlready(place, `picture ${picture.url}`)) return true
  const image = document.createElement('img')
  image.className = 'blob-image'
  image.alt = place.dataset['words'] || file.path
  image.width = picture.width
  image.height = picture.height
  image.decoding = 'async'
  image.src = picture.url
  const link = linkOf(place, file.path, file, files)
  link?.append(image)
  place.replaceChildren(link ?? image)
  return true
}

function showWords(place: HTMLElement, path: string, file: ReturnType<PointedFiles['at']>, files: PointedFiles): void {
  if (isAlready(place, file === undefined ? 'unknown' : file === null ? 'missing' : `file ${sizeOf(file)}`)) return
  const words = wordsOf(place, path)
  const link = file ? linkOf(place, path, file, files) : null
  if (link !== null) {
    link.append(...words)
    return place.replaceChildren(link)
  }
  place.replaceChildren(...words)
  if (file !== null) return
  const mark = document.createElement('small')
  mark.className = 'file-mark'
  mark.title = t('The workspace has no file {path}', { path: showHidden(path) })
  mark.textContent = ` (${t('not there yet')})`
  place.append(mark)
}

const sizeOf = (file: PointedFile | 'folder'): string => (file === 'folder' ? 'folder' : String(file.size))

function isAlready(place: HTMLElement, state: string): boolean {
  if (place.dataset['state'] === state) return true
  place.dataset['state'] = state
  return false
}

/** The words of a link, with their marks; of a picture, those that stand for it. */
function wordsOf(place: HTMLElement, path: string): (Node | string)[] {
  if (place.dataset['kind'] === 'picture') return [place.dataset['words'] || path.split('/').at(-1) || path]
  const link = place.querySelector(':scope > .file-link')
  return [...(link ?? place).childNodes].filter(
    (node) => !(node instanceof HTMLElement && node.className === 'file-mark'),
  )
}

/** null: it is inside another link already, or cannot be opened. */
function linkOf(
  place: HTMLElement,
  path: string,
  file: PointedFile | 'folder',
  files: PointedFiles,
): HTMLAnchorElement | null {
  const to = place.parentElement?.closest('a') ? null : files.linkTo(path)
  if (to === null) return null
  const link = document.createElement('a')
  link.className = 'file-link'
  link.href = to.href
  if (to.download !== undefined) link.download = to.download
  const name = showHidden(path)
  link.title = file === 'folder' ? name : t('{path}, {n} bytes', { path: name, n: file.size })
  return link
}
