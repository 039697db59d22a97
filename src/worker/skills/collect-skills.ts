import { MOST_SKILL_BYTES, MOST_SKILL_FILES, SKILL_FILE, type Skill } from '../../settings/skills/skill.ts'
import type { SkillFileBytes } from '../../storage/settings/skills.ts'
import { decodeText } from '../../tools/text-bytes.ts'
import { parsePath } from '../../tools/workspace/path.ts'
import { parseSkill } from './parse-skill.ts'
import { shaOfSkill } from './sha-of-skill.ts'

/** A file that somebody gives: in a zip, a folder or a workspace. `read` is called only for files of a skill. */
export type GivenFile = { path: string; size: number; read: () => Promise<Uint8Array<ArrayBuffer>> }
export type Collected = { skill: Skill; files: SkillFileBytes[] }
export type Refused = { name: string; reason: string }

/** Skills in one heap of files. */
const MOST_AT_ONCE = 50
/** Left by systems and version control. */
const NOISE = /(?:^|\/)(?:__MACOSX|\.git|node_modules|\.DS_Store|Thumbs\.db)(?:\/|$)/

/**
 * The skills in these files: each folder with a `SKILL.md`, with the files below it. They arrive off and unseen.
 * `alone`: the name of the skill if its `SKILL.md` is in no folder. Rejects only if a file cannot be read.
 */
export async function collectSkills(
  given: readonly GivenFile[],
  from: Skill['from'],
  alone: string,
  now: number,
): Promise<{ found: Collected[]; refused: Refused[] }> {
  const files = given.filter(({ path }) => !NOISE.test(path))
  const roots = files
    .filter(({ path }) => nameOf(path).toLowerCase() === SKILL_FILE.toLowerCase())
    .map(({ path }) => folderOf(path))
  const found: Collected[] = []
  const refused: Refused[] = []
  for (const root of [...new Set(roots)].slice(0, MOST_AT_ONCE)) {
    // a skill inside a skill is a separate one
    const inner = roots.filter((other) => other !== root && isBelow(other, root))
    const own = files.filter(({ path }) => isBelow(path, root) && !inner.some((other) => isBelow(path, other)))
    const name = root === '' ? alone : nameOf(root)
    const outcome = await collect(own, root, name, from, now)
    if ('reason' in outcome) refused.push({ name, reason: outcome.reason })
    else found.push(outcome)
  }
  if (roots.length > MOST_AT_ONCE)
    refused.push({ name: alone, reason: `Only the first ${MOST_AT_ONCE} skills were read.` })
  return { found, refused }
}

async function collect(
  given: readonly GivenFile[],
  root: string,
  name: string,
  from: Skill['from'],
  now: number,
): Promise<Collected | { reason: string }> {
  if (given.length > MOST_SKILL_FILES) return { reason: `It has more than ${MOST_SKILL_FILES} files.` }
  if (given.reduce((sum, { size }) => sum + size, 0) > MOST_SKILL_BYTES)
    return { reason: 'Its files have more than 5 MB together.' }
  const files: SkillFileBytes[] = []
  for (const { path, read } of given) {
    const within = root === '' ? path : path.slice(root.length + 1)
    const parsed = parsePath(within.toLowerCase() === SKILL_FILE.toLowerCase() ? SKILL_FILE : within)
    if (parsed.path === undefined) return { reason: parsed.problem }
    files.push({ path: parsed.path, bytes: await read() })
  }
  files.sort((a, b) => (a.path === SKILL_FILE ? -1 : b.path === SKILL_FILE ? 1 : a.path < b.path ? -1 : 1))
  return skillOf(files, name, from, now, false)
}

/** A skill of these files, of which the first is its `SKILL.md`. */
export async function skillOf(
  files: SkillFileBytes[],
  folder: string,
  from: Skill['from'],
  now: number,
  seen: boolean,
): Promise<Collected | { reason: string }> {
  const text = decodeText(files[0]?.bytes ?? new Uint8Array())
  if (text === null) return { reason: 'Its SKILL.md is not text.' }
  const parsed = parseSkill(text, folder)
  if (parsed.problem !== undefined) return { reason: parsed.problem }
  const { name, description } = parsed
  const sha = await shaOfSkill(files)
  const list = files.map(({ path, bytes }) => ({ path, size: bytes.length }))
  return { skill: { name, description, on: false, seen, from, addedAt: now, sha, files: list }, files }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)
