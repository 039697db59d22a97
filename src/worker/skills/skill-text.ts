/** The text of a `SKILL.md`: its front matter and its instructions. */
export const skillText = ({ name, description }: { name: string; description: string }, body: string): string =>
  `---\nname: ${name}\ndescription: ${quoted(description)}\n---\n\n${body.trim()}\n`

/** As YAML reads it back: quoted only where a plain word would mean something else. */
const quoted = (words: string): string =>
  /^[\p{L}\p{N}][^:#\n"'\\]*$/u.test(words) && words.trim() === words ? words : JSON.stringify(words)
