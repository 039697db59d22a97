import type { RefusalCode } from '../../protocol/refusals.ts'
import type { SkillRefusal } from '../../storage/settings/skills.ts'

/** What the storage refuses about a skill, as a fact for the page. */
export const SKILL_CODES = {
  missing: 'skill-gone',
  changed: 'skill-changed',
  unseen: 'skill-unread',
  many: 'too-many-skills',
  taken: 'skill-name-taken',
} as const satisfies Record<SkillRefusal, RefusalCode>
