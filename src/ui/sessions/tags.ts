import { MOST_TAGS, type Tags } from '../../settings/tags.ts'
import { type FamilyLine, familyOf } from '../base/state/variants.ts'

/**
 * Adds these conversations to the tag of this name, or removes them; a new tag is last, an empty tag is removed. If
 * there is no space for a new tag, the oldest tags whose conversations are all deleted are removed: nobody sees them,
 * so nobody could make space.
 */
export function withTag(
  tags: Tags,
  name: string,
  families: readonly string[],
  on: boolean,
  sessions: readonly FamilyLine[] = [],
): Tags {
  const known = tags.some((tag) => tag.name === name) ? tags : [...withRoom(tags, sessions), { name, sessions: [] }]
  const changed = new Set(families)
  return known
    .map((tag) => {
      if (tag.name !== name) return tag
      const others = tag.sessions.filter((family) => !changed.has(family))
      return { name, sessions: on ? [...others, ...changed] : others }
    })
    .filter(({ sessions }) => sessions.length > 0)
}

function withRoom(tags: Tags, sessions: readonly FamilyLine[]): Tags {
  const living = new Set(livingTags(tags, sessions).map(({ name }) => name))
  let over = tags.length + 1 - MOST_TAGS
  return tags.filter(({ name }) => living.has(name) || over-- <= 0)
}

/** Names of the tags of a conversation. */
export const tagsOf = (tags: Tags, family: string): string[] =>
  tags.filter(({ sessions }) => sessions.includes(family)).map(({ name }) => name)

/** Tags with only their existing conversations; a tag whose conversations are all deleted is left out. */
export function livingTags(tags: Tags, sessions: readonly FamilyLine[]): Tags {
  const there = new Set(sessions.filter(({ deletedAt }) => deletedAt === null).map(familyOf))
  return tags
    .map(({ name, sessions: all }) => ({ name, sessions: all.filter((family) => there.has(family)) }))
    .filter((tag) => tag.sessions.length > 0)
}
