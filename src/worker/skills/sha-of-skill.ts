import { shaOf } from '../../storage/blobs.ts'
import type { SkillFileBytes } from '../../storage/settings/skills.ts'

/** Of paths and bytes of all files: names exactly the content that was shown. */
export async function shaOfSkill(files: readonly SkillFileBytes[]): Promise<string> {
  const parts = await Promise.all(files.map(async ({ path, bytes }) => [path, await shaOf(bytes)]))
  return shaOf(new TextEncoder().encode(JSON.stringify(parts)))
}
