import type { RequestOf, Results } from '../../protocol/requests.ts'
import type { SKILL_REQUESTS, SkillView } from '../../protocol/skills.ts'
import { isOwnSkill, OWN_SKILLS } from '../../settings/skills/own-skills.ts'
import { SKILL_FILE, type Skill } from '../../settings/skills/skill.ts'
import { makeZipWriter } from '../../storage/archive/zip-writer.ts'
import type { Database } from '../../storage/schema.ts'
import {
  putSkill,
  readSkillFiles,
  readSkillIndex,
  removeSkill,
  type SkillFileBytes,
  type SkillRefusal,
  setSkill,
} from '../../storage/settings/skills.ts'
import { decodeText } from '../../tools/text-bytes.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { addSkills } from '../skills/add-skills.ts'
import { skillOf } from '../skills/collect-skills.ts'
import { ownFiles } from '../skills/readable-skills.ts'
import { SKILL_CODES } from '../skills/refused-skill.ts'
import { draftSkill } from './draft-skill.ts'

/** Skills for the page. Loaded on first use. */

const CHARACTERS_PER_TOKEN = 4

async function listSkills(db: Database): Promise<SkillView[]> {
  const { ownOn, skills } = await readSkillIndex(db)
  const own = OWN_SKILLS.map(({ name, description }): SkillView => {
    const skill: Skill = {
      ...{ name, description, on: ownOn.includes(name), seen: true, from: 'written', addedAt: 0, sha: '' },
      files: [{ path: SKILL_FILE, size: 0 }],
    }
    return { ...skill, own: true, told: toldOf(skill) }
  })
  return [...own, ...skills.map((skill) => ({ ...skill, own: false, told: toldOf(skill) }))]
}

const toldOf = ({ name, description }: Skill): number =>
  Math.ceil(`- ${name}: ${description}\n`.length / CHARACTERS_PER_TOKEN)

async function filesOf(db: Database, name: string): Promise<SkillFileBytes[]> {
  const files = isOwnSkill(name) ? await ownFiles(name) : await readSkillFiles(db, name)
  if (files === null) throw refused('skill-gone')
  return files
}

async function readSkill({ name }: RequestOf<'read-skill'>, db: Database): Promise<Results['read-skill']> {
  const files = await filesOf(db, name)
  const sha = (await readSkillIndex(db)).skills.find((skill) => skill.name === name)?.sha ?? ''
  return { sha, files: files.map(({ path, bytes }) => ({ path, size: bytes.length, text: decodeText(bytes) })) }
}

async function writeSkill({ text, replaces }: RequestOf<'write-skill'>, db: Database): Promise<Results['write-skill']> {
  const kept = replaces === null ? [] : (await filesOf(db, replaces)).filter(({ path }) => path !== SKILL_FILE)
  const files = [{ path: SKILL_FILE, bytes: new TextEncoder().encode(text) }, ...kept]
  const made = await skillOf(files, '', 'written', Date.now(), true)
  if ('reason' in made) throw new Refused(made.reason)
  orRefused(await putSkill(db, made.skill, made.files, replaces))
  return { name: made.skill.name, sha: made.skill.sha }
}

async function exportSkill({ name }: RequestOf<'export-skill'>, db: Database): Promise<Results['export-skill']> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = makeZipWriter((bytes) => void pieces.push(bytes), Date.now())
  for (const { path, bytes } of await filesOf(db, name)) {
    const entry = zip.entry(`${name}/${path}`, true)
    await entry.write(bytes)
    await entry.end()
  }
  await zip.end()
  return { file: new Blob(pieces, { type: 'application/zip' }), name: `${name}.zip` }
}

function orRefused(refusal: SkillRefusal | null): null {
  if (refusal !== null) throw refused(SKILL_CODES[refusal])
  return null
}

export const SKILL_HANDLERS: HandlersOf<typeof SKILL_REQUESTS> = {
  'list-skills': (_request, { db }) => listSkills(db),
  'read-skill': (request, { db }) => readSkill(request, db),
  'add-skills': (request, { db }) => addSkills(request.of as Parameters<typeof addSkills>[0], db),
  'set-skill': async ({ name, on, sha }, { db }) => orRefused(await setSkill(db, name, on, sha)),
  'delete-skill': async ({ name }, { db }) => orRefused(await removeSkill(db, name)),
  'write-skill': (request, { db }) => writeSkill(request, db),
  'draft-skill': (request, { db }) => draftSkill(request, db),
  'export-skill': (request, { db }) => exportSkill(request, db),
}
