import type { Results } from '../../protocol/requests.ts'
import { MOST_SKILL_BYTES } from '../../settings/skills/skill.ts'
import { BadArchive, readZip } from '../../storage/archive/zip-reader.ts'
import { readBlob } from '../../storage/blobs.ts'
import { readFiles } from '../../storage/files.ts'
import type { Database } from '../../storage/schema.ts'
import { putSkill } from '../../storage/settings/skills.ts'
import { Refused, refused } from '../refused.ts'
import { collectSkills, type GivenFile } from './collect-skills.ts'
import { SKILL_CODES } from './refused-skill.ts'

/** Adds the skills of a zip, a folder, a `SKILL.md` or a workspace. They are off until the person has read them. */

type From = { files: { path: string; file: Blob }[] } | { sessionId: string }
/** Of one zip. A skill is text: more than this is no skill. */
const BOUNDS = { entries: 2000, total: 10 * MOST_SKILL_BYTES, ratio: 100, dense: MOST_SKILL_BYTES }
const LARGEST_ZIP = 50_000_000

export async function addSkills(of: From, db: Database): Promise<Results['add-skills']> {
  const { given, from, alone } =
    'files' in of ? await givenByPerson(of.files) : await givenByWorkspace(db, of.sessionId)
  const { found, refused: bad } = await collectSkills(given, from, alone, Date.now()).catch((error: unknown) => {
    throw error instanceof BadArchive ? new Refused(error.message) : error
  })
  const added: string[] = []
  const left = bad.map(({ name, reason }) => ({ name, reason: new Refused(reason).refusal }))
  for (const { skill, files } of found) {
    const refusal = await putSkill(db, skill, files)
    if (refusal === null) added.push(skill.name)
    else left.push({ name: skill.name, reason: refused(SKILL_CODES[refusal]).refusal })
  }
  if (added.length + left.length === 0) throw refused('no-skill-file')
  return { added, refused: left }
}

type Given = { given: GivenFile[]; from: 'zip' | 'folder' | 'files'; alone: string }

async function givenByPerson(files: { path: string; file: Blob }[]): Promise<Given> {
  const [first] = files
  if (first !== undefined && files.length === 1 && /\.(?:zip|skill)$/i.test(first.path)) return givenByZip(first)
  return {
    given: files.map(({ path, file }) => ({
      path,
      size: file.size,
      read: async () => new Uint8Array(await file.arrayBuffer()),
    })),
    from: files.length === 1 ? 'files' : 'folder',
    alone: 'skill',
  }
}

async function givenByZip({ path, file }: { path: string; file: Blob }): Promise<Given> {
  if (file.size > LARGEST_ZIP) throw refused('skill-archive-too-large')
  const entries = await readZip(file, BOUNDS).catch((error: unknown) => {
    throw error instanceof BadArchive ? new Refused(error.message) : error
  })
  return {
    given: [...entries.values()].map(({ name, size, open }) => ({
      path: name,
      size,
      read: async () => new Uint8Array(await new Response(open()).arrayBuffer()),
    })),
    from: 'zip',
    alone: path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, ''),
  }
}

async function givenByWorkspace(db: Database, sessionId: string): Promise<Given> {
  const workspace = await readFiles(db, sessionId)
  if (workspace === null) throw refused('session-gone')
  return {
    given: workspace.files.flatMap(({ path, size, blob }) =>
      blob === null
        ? []
        : [
            {
              path,
              size,
              read: async () => {
                const bytes = await readBlob(db, blob)
                if (bytes === null) throw refused('skill-file-elsewhere', { name: path })
                return bytes
              },
            },
          ],
    ),
    from: 'files',
    alone: 'skill',
  }
}
