/** Messages about skills that are added, written or switched. */
export const fromSkills = {
  'Its SKILL.md is longer than 100 kB.': '它的 SKILL.md 超过 100 kB。',
  'Its SKILL.md does not begin with a name and a description between --- lines.':
    '它的 SKILL.md 开头没有在 --- 行之间写明名称和描述。',
  'The front matter of its SKILL.md is too long.': '它的 SKILL.md 的开头部分太长。',
  'Its SKILL.md has no name.': '它的 SKILL.md 没有名称。',
  'Its SKILL.md has no description, so the model could not know when to use it.':
    '它的 SKILL.md 没有描述，模型无法知道何时使用它。',
  'Its description is longer than {n} characters.': '它的描述超过 {n} 个字符。',
  'Only the first {n} skills were read.': '只读取了前 {n} 个技能。',
  'It has more than {n} files.': '它的文件超过 {n} 个。',
  'Its files have more than 5 MB together.': '它的文件合计超过 5 MB。',
  'Its SKILL.md is not text.': '它的 SKILL.md 不是文本。',
} as const
