/** Messages about skills that are added, written or switched. */
export const fromSkills = {
  'This skill no longer exists.': '此技能已不存在。',
  'This skill has changed since you read it. Read it again.': '你读过之后，此技能有了变化。请重新阅读。',
  'Read this skill before you turn it on.': '启用之前请先阅读此技能。',
  'There is no room for another skill. Turn one off or delete one first.': '技能已满。请先停用或删除一个。',
  'A skill with this name already exists. Change the name in its first lines.':
    '已有同名技能。请修改它开头几行中的名称。',
  'There is no SKILL.md in it.': '其中没有 SKILL.md。',
  'This archive is too large to be a skill.': '此压缩包太大，不会是技能。',
  'The file “{name}” is not on this device.': '文件“{name}”不在此设备上。',
  'No step of this session has succeeded yet, so there is nothing to save.':
    '此会话中还没有成功的步骤，因此没有可保存的内容。',
  'The model did not answer with a skill. Your text stays as it is.': '模型没有给出技能。你的文本保持不变。',
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
