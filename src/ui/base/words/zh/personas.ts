export const personas = {
  Persona: '角色',
  Personas: '角色',
  'No persona': '无角色',
  'New persona': '新建角色',
  'Default persona for new sessions': '新会话默认角色',
  'Start a session with a role, a model and a set of tools. A session keeps the persona it started with.':
    '新会话可以怎样开始：告诉模型它的身份、用哪个模型、不用哪些工具。会话会保留它开始时的设定。',
  'Deleted the persona “{name}”': '已删除角色“{name}”',
  'Edit the persona {name}': '编辑角色 {name}',
  'Delete the persona {name}': '删除角色 {name}',
  'A persona with this name already exists.': '已有同名角色。',
  'role character assistant system prompt model tools': '角色 身份 助手 系统提示词 模型 工具',
  'persona default role': '角色 默认 身份',
  'New session as {name}': '以 {name} 身份新建会话',
  Critic: '评论者',
  'Added to the instructions of every session.': '附加在每个会话都有的提示之后。',
  'You read drafts as a strict editor: name what is unclear, and propose a better sentence.':
    '你是一位严格的编辑：指出不清楚的地方，并给出更好的写法。',
  'Same as new sessions': '与新会话相同',
  'Tools: {n} of {all}': '工具：{all} 个中的 {n} 个',
} as const
