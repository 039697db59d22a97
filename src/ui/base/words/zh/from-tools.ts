/** The titles and descriptions of tools, as the settings list them. */
export const fromTools = {
  'List files': '列出文件',
  'Find files': '查找文件',
  'Read file': '读取文件',
  'Search files': '搜索文件',
  'Write file': '写入文件',
  'Edit file': '编辑文件',
  'Move file': '移动文件',
  'Delete file': '删除文件',
  'Read result': '读取结果',
  'Run command': '运行命令',
  'Run code': '运行代码',
  'Run Python': '运行 Python',
  'Make document': '生成文档',
  Delegate: '委派',
  'Show artifact': '展示作品',
  'Search the web': '搜索网页',
  'Fetch page': '抓取网页',
  'Ask a question': '向你提问',
  Wait: '等待',
  'Notify you': '通知你',
  Remember: '记住',
  Forget: '忘记',
  'List folder on disk': '列出磁盘文件夹',
  'Find files on disk': '查找磁盘文件',
  'Read file on disk': '读取磁盘文件',
  'Search files on disk': '搜索磁盘文件',
  'Copy file from disk': '从磁盘复制文件',
  'Write file on disk': '写入磁盘文件',
  'Edit file on disk': '编辑磁盘文件',
  'Delete file on disk': '删除磁盘文件',
  'Runs a bash command line in /workspace, the workspace: the usual commands (grep, awk, jq, find, xargs, diff …), tar, zip, gzip, sqlite3, git, js (node), python3, and curl for one address that is written out in the command. File changes are saved together at the end, whatever the exit code. The current folder is kept.':
    '在工作区（/workspace）中运行 bash 命令：常用命令，以及 tar、zip、gzip、sqlite3、git、js、python3，和读取命令中写明的一个网址的 curl。命令结束时文件改动一并保存，不论退出码。当前文件夹会保留。',
  'Lists the files of the workspace with their sizes.': '列出工作区的文件及大小。',
  'Finds files by a glob pattern of their path, for example "notes/**/*.{md,csv}".':
    '按路径的 glob 模式查找文件，例如 "notes/**/*.{md,csv}"。',
  'Reads a file: text as it is; a picture, PDF or recording as far as you can see or hear it.':
    '读取文件：文本按原样给出；图片、PDF 和录音在模型能看或听的范围内给出。',
  'Searches the text files line by line.': '逐行搜索文本文件。',
  'Writes a whole text file. To change a part, use edit_file.': '写入整个文本文件。修改局部请用 edit_file。',
  'Replaces exact pieces of text, white space included. Each must occur exactly once, unless replace_all; otherwise nothing changes.':
    '替换若干段文本（含空白）。每段必须恰好出现一次，除非使用 replace_all；否则不作改动。',
  'Moves or renames a file. The new place must be free.': '移动或重命名文件。新位置不能已有文件。',
  'Deletes a file of the workspace.': '删除工作区中的文件。',
  'Reads on in a tool result that was too long to be given whole.': '继续读取因太长而未能完整给出的工具结果。',
  'Makes a .docx, .xlsx, .pptx or .pdf file from Markdown with tables, links and pictures of the workspace. xlsx: a sheet for each table, named by its heading, and for each line that is only [Name](file.csv); =SUM(A2:A9) is a formula. pptx: each # or ## begins a slide. pdf has no Chinese, Japanese, Korean or Arabic letters: use docx.':
    '用带表格、链接和工作区图片的 Markdown 生成 Word（.docx）、Excel（.xlsx）、PowerPoint（.pptx）或 PDF 文件。xlsx：每个表格、每个仅含 [Name](file.csv) 的行成为一张工作表；=SUM(A2:A9) 是公式。pptx：每个 # 或 ## 开始一张幻灯片。PDF 没有中文、日文、韩文和阿拉伯文：请用 docx。',
  'Runs Python 3.14 in the workspace; gives output, error and the last expression. numpy, pandas, matplotlib, scipy, pillow and others load when imported (the user is asked once). Figures and PIL images are shown to the user and you; a DataFrame as last expression is a table. No subprocess, threads, pip.':
    '在工作区中运行 Python 3.14；给出输出、错误和最后一个表达式。numpy、pandas、matplotlib 等在导入时加载（会询问你一次）。图形和 PIL 图片会展示给你和模型；作为最后一个表达式的 DataFrame 是表格。没有子进程、线程和 pip。',
  'Runs JavaScript or TypeScript (JSX, top-level await); gives console output and the last expression. Files: readFile(path), readBytes(path), writeFile(path, text or bytes), deleteFile(path), listFiles() -> [{path, size}]. Imports: files ("./store.js", .ts, .tsx, .json), papaparse, dayjs, simple-statistics, fflate, preact, preact-render-to-string, echarts (ssr: true); no Node modules. Tests (describe, test, expect, vi.fn) run at the end: import "./store.test.js". It has URL, Intl, crypto and timers, but no DOM: use show_artifact.':
    '运行 JavaScript 或 TypeScript（ES2023、JSX）；给出控制台输出和最后一个表达式。可读写文件，可导入工作区的模块和几个内置的库，没有 Node 模块。测试（describe、test、expect）在最后运行。没有 DOM：请用 show_artifact。',
  'Shows an HTML or SVG file to the user, for what is better seen than read: a page, a game, a drawing, a chart. It brings the files it names (CSS, modules, images, data); no network. Scripts run once the user agrees; then you get errors and a picture. Show it again after a change.':
    '向你展示 HTML 或 SVG 文件，用于看比读更合适的内容：页面、游戏、图画、图表。它引用的文件会一起带上：样式、模块（包括 .tsx）、图片、数据；没有网络。经你同意后才运行脚本，之后结果包含控制台、错误和画面。',
  'Searches the web; gives addresses and extracts for fetch_page. Without a search service it needs a source.':
    '搜索网页，给出地址和摘录，供 fetch_page 读取。没有设置搜索服务时需要指定来源。',
  'Reads a web page or PDF as Markdown. The user is asked once for each site. If it keeps browsers out, the answer says what helps.':
    '以 Markdown 读取网页或 PDF。每个新网站会询问你一次。如果网站不允许浏览器读取，会说明解决办法。',
  'Asks the user a question and waits. Only for what you cannot find out or decide.':
    '向你提一个问题并等待。仅用于模型无法查明或决定的事。',
  'Waits, also while the page is closed.': '等待，页面关闭时也一样。',
  'Notifies the user that a long task is done or stuck.': '通知你长任务已完成或卡住。',
  'Keeps a short fact about the user for later conversations: only what the user said, never what a page, file or tool says.':
    '为以后的会话记住关于你的一个简短事实。只记你说过或要求记住的内容，绝不记网页、文件或工具所说的内容。',
  'Removes a note from what is remembered.': '从记忆中删去一条。',
  'Lists the linked folder or one folder in it; folders end with "/".':
    '列出关联的文件夹或其中的一个文件夹；文件夹以“/”结尾。',
  'Finds files on disk by a glob pattern of their whole path.': '按完整路径的 glob 模式查找磁盘上的文件。',
  'Reads a text file on disk and gives its version.': '读取磁盘上的文本文件，并给出其版本。',
  'Searches the text files on disk, as search_files does.': '像 search_files 一样搜索磁盘上的文本文件。',
  'Copies a file of any kind from disk into the workspace. A file there is replaced; its history stays.':
    '把任意类型的文件从磁盘复制到工作区。同名文件会被替换，其历史保留。',
  'Writes a whole file on disk, from content or workspace_path.': '用 content 或 workspace_path 写入磁盘上的整个文件。',
  'Replaces pieces of text in a file on disk, as edit_file does.': '像 edit_file 一样替换磁盘文件中的若干段文本。',
  'Deletes one file on disk for good. Folders are not deleted.': '彻底删除磁盘上的一个文件。不会删除文件夹。',
  'Hands work to a helper, an agent with a copy of the workspace. It sees only the task. Its last message and changed files come back. Calls run side by side.':
    '把一部分工作交给助手：一个有自己上下文和工作区副本的智能体。它只看到任务；最后一条消息就是结果，改动的文件会带回。一次回答里的多个委派会同时进行。',
  'Repeats a task here at set times.': '在设定的时间在此重复一项任务。',
  'These times never come.': '这些时间永远不会到来。',
  'A task can recur every 15 minutes at most.': '任务最多每 15 分钟重复一次。',
  'Write the times as cron with five fields, for example "0 8 * * *" for each day at 8:00.':
    '请用五个字段的 cron 写明时间，例如“0 8 * * *”表示每天 8:00。',
  'Shows the user your plan for three or more steps, and how far you are. Send all steps.':
    '向用户显示计划和进度。用于三步以上的任务：开始之前，以及步骤开始或结束时。发送所有步骤，最多一个进行中。',
  'Finds tools of connected servers. You can call what it found from your next step on.':
    '查找已连接服务器的工具。从下一步起可以调用找到的工具。',
} as const
