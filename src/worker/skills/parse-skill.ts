import { parse } from 'yaml'
import { LONGEST_DESCRIPTION, MOST_SKILL_TEXT, skillNameFrom } from '../../settings/skills/skill.ts'

/** Reads the front matter of a `SKILL.md`, which anybody may have written. */

/** Characters of a front matter. */
const LONGEST_FRONT = 10_000
const FRONT = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

export type ParsedSkill = { name: string; description: string; problem?: undefined } | { problem: string }

/** `folder`: the name of its folder, which counts if the front matter has no name. Never throws. */
export function parseSkill(text: string, folder: string): ParsedSkill {
  if (text.length > MOST_SKILL_TEXT) return { problem: 'Its SKILL.md is longer than 100 kB.' }
  const front = FRONT.exec(text.replace(/^\uFEFF/, ''))?.[1]
  if (front === undefined)
    return { problem: 'Its SKILL.md does not begin with a name and a description between --- lines.' }
  if (front.length > LONGEST_FRONT) return { problem: 'The front matter of its SKILL.md is too long.' }
  const { name, description } = fieldsOf(front)
  const clean = skillNameFrom(wordsOf(name) || folder)
  if (clean === '') return { problem: 'Its SKILL.md has no name.' }
  const words = wordsOf(description).replaceAll(/\s+/g, ' ').trim()
  if (words === '') return { problem: 'Its SKILL.md has no description, so the model could not know when to use it.' }
  if (words.length > LONGEST_DESCRIPTION)
    return { problem: `Its description is longer than ${LONGEST_DESCRIPTION} characters.` }
  return { name: clean, description: words }
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

function fieldsOf(front: string): { name?: unknown; description?: unknown } {
  try {
    const value: unknown = parse(front, { maxAliasCount: 0, logLevel: 'error' })
    if (typeof value === 'object' && value !== null && 'description' in value) return value
  } catch {
    // many are no YAML, most often because of a colon in the description: see below
  }
  const line = (name: string): string | undefined => new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(front)?.[1]
  return { name: line('name'), description: line('description') }
}
