import type { Request } from '../../src/protocol/requests.ts'
import type { SKILL_REQUESTS, SkillView } from '../../src/protocol/skills.ts'

type SkillRequest = Extract<Request, { kind: keyof typeof SKILL_REQUESTS }>
export type FakeSkill = SkillView & { text: string }

export const fakeSkill = (name: string, more: Partial<FakeSkill> = {}): FakeSkill => ({
  ...{ name, description: `When ${name} helps.`, on: false, seen: false, from: 'zip', addedAt: 1, sha: 'a'.repeat(64) },
  ...{ files: [{ path: 'SKILL.md', size: 9 }], own: false, told: 12, text: `---\nname: ${name}\n---\nDo it.\n` },
  ...more,
})

/** Skills as a worker keeps them; changes `skills` in place. */
export function answerSkill(skills: FakeSkill[], request: SkillRequest): unknown {
  const found = 'name' in request ? skills.find(({ name }) => name === request.name) : undefined
  switch (request.kind) {
    case 'list-skills':
      return skills.map(({ text: _text, ...view }) => view)
    case 'read-skill':
      return { sha: found?.sha ?? '', files: [{ path: 'SKILL.md', size: 9, text: found?.text ?? '' }] }
    case 'add-skills':
      skills.push(fakeSkill('arrived'))
      return {
        added: ['arrived'],
        refused: [{ name: 'broken', reason: { code: 'in-words', values: { text: 'Its SKILL.md has no name.' } } }],
      }
    case 'set-skill':
      if (found) Object.assign(found, { on: request.on, seen: found.seen || request.on })
      return null
    case 'delete-skill':
      skills.splice(0, skills.length, ...skills.filter(({ name }) => name !== request.name))
      return null
    case 'write-skill': {
      const name = /^name: (.+)$/m.exec(request.text)?.[1] ?? 'written'
      const others = skills.filter((skill) => skill.name !== (request.replaces ?? name))
      skills.splice(0, skills.length, ...others, fakeSkill(name, { text: request.text, seen: true, from: 'written' }))
      return { name, sha: 'a'.repeat(64) }
    }
    case 'draft-skill':
      return {
        text:
          request.better === null ? '---\nname: saved\ndescription: D\n---\nSteps.\n' : `${request.better}Better.\n`,
      }
    case 'export-skill':
      return { file: new Blob(['zip']), name: `${request.name}.zip` }
  }
}
