export const home = {
  'A task, a question, a file to look at…': '一项任务、一个问题、一份要看的文件…',
  'One moment: loading your models.': '请稍候：仍在读取你的模型。',
  'What you can do here': '这里能做什么',
  'Pick up where you left off': '从上次的地方继续',
  'Write files': '撰写文件',
  'Write a one-page project plan as a Markdown file, with milestones and open questions. The project: ':
    '用 Markdown 文件写一份一页的项目计划，包含里程碑和待定问题。项目是：',
  'Work this out with JavaScript, and show the code that you ran: ':
    '用 JavaScript 算出下面的问题，并给出你运行的代码：',
  'Read the web': '阅读网页',
  'Read this page and tell me in five points what it says: https://':
    '阅读这个网页，用五个要点告诉我它讲了什么：https://',
  'Build a page': '制作页面',
  'Build a small interactive page for me that I can use right here: ': '为我制作一个可以直接在这里使用的小型交互页面：',
  'Work in a folder': '在文件夹中工作',
  'I will link a folder of mine under Files. Ask me for it, then tell me what is in it and what is out of date.':
    '我会在「文件」中关联我的一个文件夹。请向我索取，然后告诉我里面有什么、哪些已经过时。',
} as const
