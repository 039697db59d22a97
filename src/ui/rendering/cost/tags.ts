export type Tag = { end: boolean; name: string; attributes: string; closed: boolean }

const SPACE = /\s/
const NAME = /[a-z_][^\s/>]{0,60}/iy

/**
 * The tags of a text in order, found as a browser finds them, in one pass. A quotation mark opens a value only behind
 * an equals sign, so nothing can be hidden behind one elsewhere. Comments are left out (in XML, `CDATA`, too). The
 * content of scripts and style sheets is not, and may look like tags.
 */
export function* tagsOf(text: string, { xml }: { xml: boolean }): Generator<Tag> {
  const [ends, endsOddly] = [forward(text, '-->'), forward(text, '--!>')]
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      // In HTML `<!-->` and `--!>` end a comment, too.
      const places = xml ? [ends(at + 4)] : [ends(at + 2), endsOddly(at + 2)]
      const found = places.filter((place) => place !== -1)
      if (found.length === 0) return
      at = Math.min(...found) + 3
      continue
    }
    if (xml && text.startsWith('<![CDATA[', at)) {
      at = text.indexOf(']]>', at)
      if (at === -1) return
      continue
    }
    const end = text[at + 1] === '/'
    NAME.lastIndex = at + (end ? 2 : 1)
    const name = NAME.exec(text)?.[0]
    if (name === undefined) {
      at++
      continue
    }
    const from = NAME.lastIndex
    const to = endOfTag(text, from)
    // A comment without an end is none, and all text behind it counts.
    if (to === -1) return
    yield { end, name, attributes: text.slice(from, to), closed: text[to - 1] === '/' }
    at = to + 1
  }
}

/**
 * Place of `sign` after a position that only moves forward; -1: none. A far place is searched for once, not again from
 * each position.
 */
function forward(text: string, sign: string): (from: number) => number {
  let known = -2
  return (from) => {
    if (known !== -1 && known < from) known = text.indexOf(sign, from)
    return known
  }
}

/** Place of the `>` of a tag whose attributes begin at `from`; -1: none. */
function endOfTag(text: string, from: number): number {
  let place: 'before-name' | 'name' | 'after-name' | 'before-value' = 'before-name'
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '>') return at
    if (place === 'before-value') {
      if (SPACE.test(sign)) continue
      if (sign === '"' || sign === "'") {
        at = text.indexOf(sign, at + 1)
        if (at === -1) return -1
      } else while (at + 1 < text.length && text[at + 1] !== '>' && !SPACE.test(text[at + 1] as string)) at++
      place = 'before-name'
    } else if (sign === '/') place = 'before-name'
    else if (sign === '=' && place !== 'before-name') place = 'before-value'
    else if (SPACE.test(sign)) place = place === 'name' ? 'after-name' : place
    else place = 'name'
  }
  return -1
}
