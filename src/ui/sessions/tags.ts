import { MOST_TAGS, type Tags } from '../../settings/tags.ts'
import { type FamilyLine, familyOf } from '../branches/variants.ts'

/**
 * The tags with these conversations in, or out of, that of this name; one that is new stands last, one that is left empty goes. Where a new
 * one has no room, the oldest go whose conversations are all deleted: nobody sees them, so nobody could make room.
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

/** The names of the tags that a conversation has. */
export const tagsOf = (tags: Tags, family: string): string[] =>
  tags.filter(({ sessions }) => sessions.includes(family)).map(({ name }) => name)

/** The tags of conversations that there are, each with those alone; one whose conversations are all deleted is not among them. */
export function livingTags(tags: Tags, sessions: readonly FamilyLine[]): Tags {
  const there = new Set(sessions.filter(({ deletedAt }) => deletedAt === null).map(familyOf))
  return tags
    .map(({ name, sessions: all }) => ({ name, sessions: all.filter((family) => there.has(family)) }))
    .filter((tag) => tag.sessions.length > 0)
}
