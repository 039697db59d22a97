/** Deterministic words, so that every run streams and stores the same text. */
const WORDS =
  'the agent reads a file then checks what it says before it writes any change because state decides effects and every step is kept on disk while tools run and answers stream into view'.split(
    ' ',
  )

function makeRandom(seed: number): () => number {
  let value = seed >>> 0
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    return value / 2 ** 32
  }
}

function sentence(random: () => number): string {
  const words = Array.from(
    { length: 6 + Math.floor(random() * 12) },
    () => WORDS[Math.floor(random() * WORDS.length)] ?? '',
  )
  const at = Math.floor(random() * words.length)
  if (random() < 0.3) words[at] = `**${words[at]}**`
  if (random() < 0.2) words[at] = `\`${words[at]}\``
  const text = words.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function paragraph(random: () => number): string {
  const kind = random()
  const lines = Array.from({ length: 2 + Math.floor(random() * 4) }, () => sentence(random))
  if (kind < 0.12) return `## ${sentence(random).replace(/[*`.]/g, '')}`
  if (kind < 0.3) return lines.map((line) => `- ${line}`).join('\n')
  if (kind < 0.4)
    return `\`\`\`ts\n${lines.map((line, n) => `const line${n} = ${JSON.stringify(line)}`).join('\n')}\n\`\`\``
  return lines.join(' ')
}

/** Markdown of at least `length` characters: headings, lists, code, paragraphs, as models write it. */
export function prose(length: number, seed: number): string {
  const random = makeRandom(seed)
  let text = paragraph(random)
  while (text.length < length) text += `\n\n${paragraph(random)}`
  return text
}
