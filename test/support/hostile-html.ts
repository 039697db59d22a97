/** Pages made to keep a parser busy, each of about `size` characters. */
const SHAPES: Record<string, (size: number) => string> = {
  'heads that are never closed': (size) => '<head>'.repeat(size / 6),
  'silent elements in turn, none closed': (size) => '<head><svg ><head><STYLE/>'.repeat(size / 26),
  'heads and one closing tag at the very end': (size) => `${'<head>'.repeat(size / 6)}</head>`,
  'closing tags alone': (size) => '</div>'.repeat(size / 6),
  'open signs alone': (size) => '<'.repeat(size),
  'comments that are never closed': (size) => '<!--'.repeat(size / 4),
  'half comments': (size) => '<!--><!-- -'.repeat(size / 11),
  'elements within each other': (size) => '<div>'.repeat(size / 5),
  'inline elements within each other': (size) => '<b><i>'.repeat(size / 6),
  'lists within each other': (size) => '<ul><li>x'.repeat(size / 9),
  'quotations within each other': (size) => '<blockquote>'.repeat(size / 12),
  'tables within each other': (size) => '<table><tr><td>'.repeat(size / 15),
  'attributes without end': (size) => `<p ${'a=b '.repeat(size / 4)}>`,
  'a quote that is never closed': (size) => `<a href="${'x<y>'.repeat(size / 4)}`,
  entities: (size) => '&amp;&#x41;&#99999999;&'.repeat(size / 23),
  'white space': (size) => ' \n\t'.repeat(size / 3),
  'one word': (size) => 'a'.repeat(size),
  'links without words': (size) => '<a href="https://a.example/">'.repeat(size / 29),
  'forms and options': (size) => '<form><select><option>'.repeat(size / 22),
  titles: (size) => '<title>'.repeat(size / 7),
  'templates and namespaces': (size) => '<svg><math><template>'.repeat(size / 21),
}

export const hostilePages = (size: number): [name: string, html: string][] =>
  Object.entries(SHAPES).map(([name, make]) => [name, make(size)])
