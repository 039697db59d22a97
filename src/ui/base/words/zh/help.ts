export const help = {
  Help: '帮助',
  'Help and shortcuts': '帮助与快捷键',
  'Show help and shortcuts': '显示帮助与快捷键',
  'Search the help': '搜索帮助',
  'Ask a question, or type a word': '输入问题或关键词',
  'No answers found.': '没有找到答案。',
  'To the newest card or message': '跳到最新的卡片或消息',
  'Back to the message box': '回到输入框',
  'First steps': '入门',
  'What is Reflexor?': 'Reflexor 是什么？',
  'An AI agent that lives in your browser. It talks to the model provider you choose, uses tools, and saves each step on this device before it acts.':
    '一个运行在浏览器里的 AI 智能体。它连接你选择的模型服务商，使用工具，并在行动之前把每一步保存在此设备上。',
  'How do I start?': '怎样开始？',
  'Paste an API key in Settings > Models > Add provider. Without a key, press Try the demo: a scripted model with real tools, free and offline.':
    '在“设置 > 模型 > 添加模型服务商”中粘贴 API 密钥。没有密钥时可以试用演示：脚本模型配真实工具，免费，可离线使用。',
  'Which models can I use?': '可以用哪些模型？',
  'Those of the listed providers, any server that speaks the OpenAI format, and local servers: “Find models on this computer” looks for them.':
    '列表中各模型服务商的模型、任何兼容 OpenAI 格式的服务器，以及本机服务器：“查找本机上的模型”会找到它们。',
  'How do I change the model?': '怎样换模型？',
  'Press the model’s name below the message box. It answers from the next answer on. The next session begins with the model you chose last.':
    '点击输入框下方的模型名称，从下一个回答起生效。新会话使用你上次选择的模型。',
  'What can the agent do?': '智能体能做什么？',
  'Read and write files, run JavaScript, TypeScript, Python and shell commands in a sandbox, make documents, open web pages, search, and use folders and MCP servers that you connect.':
    '读写文件，在沙盒中运行 JavaScript、TypeScript、Python 和 shell 命令，制作文档，打开网页，搜索，以及使用你连接的文件夹和 MCP 服务器。',
  'How do I give it files?': '怎样把文件交给它？',
  'Attach, paste or drop them. They become files of the session, under Files in the header.':
    '附加、粘贴或拖入文件。它们会成为会话的文件，可在顶部的“文件”中查看。',
  'Can I write while it works?': '它工作时我可以写消息吗？',
  'Yes. Choose Steer, Follow up, Now or Interrupt below the message box. Esc stops the run.':
    '可以。在输入框下方选择消息的发送方式。按 Esc 停止运行。',
  'How do I change a message that I sent?': '怎样修改已发送的消息？',
  'Press Edit on it and send it again. The old version stays: arrows below the message switch between the two.':
    '点击“编辑”后重新发送。旧版本会保留，用消息下方的箭头切换。',
  'How do I get another answer?': '怎样得到另一个回答？',
  'Press Ask again, or “⋯” and Ask another model. Every answer is kept as a variant.':
    '点击“重新提问”，或在“⋯”中选择“换个模型提问”。每个回答都会作为变体保留。',
  'Can I go back in a session?': '可以回到会话的早先状态吗？',
  'Yes. Branch starts a new session from a message. Replay plays the session step by step, and Inspect shows every saved step.':
    '可以。“分支”从某条消息开始新会话，“回放”逐步播放会话，“检查”显示保存的每一步。',
  'What happens to long conversations?': '会话很长时会怎样？',
  'When the model’s context window fills up, the model summarises earlier messages for itself. You still see all of them. The circle in the header shows what the model reads.':
    '模型的上下文窗口将满时，模型会为自己摘要之前的消息，你仍能看到全部消息。点击顶部的圆圈可查看模型读到的内容。',
  'Does it remember me?': '它会记住我吗？',
  'Only what you allow in Settings > Memory: your instructions, and notes that all sessions read.':
    '只记住你在“设置 > 记忆”中允许的内容：你的说明，以及所有会话都会读取的笔记。',
  'What does it cost?': '费用是多少？',
  'Reflexor is free. Your provider charges for tokens. Each answer shows its tokens, and its cost if the price is known.':
    'Reflexor 免费。模型服务商按 token 收费。每个回答会显示 token 数，已知价格时还会显示费用。',
  'Where do I see what I spent?': '在哪里查看花费？',
  'In Settings > Usage: by day, month, model and session, also as a CSV file.':
    '在“设置 > 用量”中，可按日、月、模型和会话查看，也可导出为 CSV 文件。',
  'Can I set a limit?': '可以设置上限吗？',
  'Yes: for each day in Settings > Usage, and for one session in Session options. Answers without a known price don’t count.':
    '可以：每日上限在“设置 > 用量”，单个会话的上限在“会话选项”。价格未知的回答不计入。',
  'Do I pay twice for an interrupted answer?': '回答中断会重复收费吗？',
  'An interrupted answer is requested again, and the provider charges again. OpenAI and Gemini can keep it running instead, if you allow it.':
    '中断的回答会重新请求，模型服务商会再次收费。若你允许，OpenAI 和 Gemini 可以让回答继续生成。',
  'What survives': '哪些内容不会丢失',
  'What survives a reload or a crash?': '重新加载或崩溃后还剩什么？',
  'Every message, file and step. The run continues in the middle of the task, and an interrupted answer is requested again.':
    '所有消息、文件和步骤都在。运行会从任务中途继续，中断的回答会重新请求。',
  'Does it keep working when I close the tab?': '关闭标签页后它会继续工作吗？',
  'No. It continues when you open it again. Other tabs of Reflexor take over while they are open.':
    '不会。再次打开时继续。若 Reflexor 的其他标签页开着，会由它们接手。',
  'What does “Unknown outcome” mean?': '“结果未知”是什么意思？',
  'A tool that must not run twice was cut off, so it may or may not have taken effect. Check, then run it again, skip it, or report what happened.':
    '一个不能重复运行的工具被中断，可能已经生效，也可能没有。请先查看，再选择重新运行、跳过或说明结果。',
  'What if a task breaks the page at every start?': '任务每次启动都让页面出错怎么办？',
  'Add #/safe to the address. You can read and export everything, and nothing runs.':
    '在网址末尾加上 #/safe。你可以查看和导出一切，不会运行任何内容。',
  'Does it work offline?': '可以离线使用吗？',
  'Yes, once it has been loaded: sessions, files, search and the demo. A model needs its server; the run waits and continues by itself.':
    '加载过一次后可以：会话、文件、搜索和演示都可用。模型需要其服务器，运行会等待并自动继续。',
  'Data and privacy': '数据与隐私',
  'Where is my data?': '我的数据在哪里？',
  'In this browser, on this device. Reflexor has no server and no account.':
    '在此设备的这个浏览器中。Reflexor 没有服务器，也没有账户。',
  'Can I lose it?': '数据会丢失吗？',
  'Yes: by clearing site data, in a private window, or with a damaged disk. Keep a backup, or connect a second device.':
    '会：清除网站数据、使用隐私窗口或磁盘损坏时。请保留备份，或连接第二台设备。',
  'How do I make a backup?': '怎样备份？',
  'Settings > Data exports all sessions as one file, and some browsers can save backups to a folder after each run. Backups never contain keys.':
    '“设置 > 数据”可将所有会话导出为一个文件，部分浏览器还能在每次运行后把备份保存到文件夹。备份不包含密钥。',
  'Who can read my API keys?': '谁能读取我的 API 密钥？',
  'They are encrypted on this device, and each is sent only to the address it was saved for. With a passphrase (Settings > Data), nobody can use them while Reflexor is locked.':
    '密钥在此设备上加密，每个密钥只会发送到为其保存的地址。设置口令后（设置 > 数据），Reflexor 锁定时任何人都无法使用密钥。',
  'What does the provider see?': '模型服务商能看到什么？',
  'What the model reads: your messages and files, tool results, instructions and memory of that session.':
    '模型读到的内容：该会话的消息和文件、工具结果、说明和记忆。',
  'When does it ask me first?': '什么时候会先问我？',
  'It depends on the mode below the message box. Ask: each new site, and changes outside the session’s files. Careful: reads public sites freely until the session holds private material. Free within limits: asks about what cannot be undone.':
    '取决于输入框下方的模式。“询问”：每个新网站，以及会话文件之外的更改。“谨慎”：会话含有私密内容之前可自由读取公开网站。“限度内自由”：只询问无法撤销的操作。',
  'Can it change files on my disk?': '它能更改我磁盘上的文件吗？',
  'Only in a folder that you link under Files. It asks before it replaces or deletes a file there. Only Chromium browsers can link folders.':
    '只能更改你在“文件”中关联的文件夹。替换或删除其中的文件前会先询问。只有 Chromium 浏览器可以关联文件夹。',
  'Can I use it on two devices?': '可以在两台设备上使用吗？',
  'Yes, through a CouchDB or S3 storage of yours (Settings > Devices). It holds only encrypted data. One device writes a session at a time.':
    '可以，通过你自己的 CouchDB 或 S3 存储（设置 > 设备）。其中只有加密的数据。同一时间只有一台设备写入会话。',
  'Can I add tools?': '可以添加工具吗？',
  'Yes: MCP servers in Settings > MCP, and skills in Settings > Skills.':
    '可以：在“设置 > MCP”中添加 MCP 服务器，在“设置 > 技能”中添加技能。',
  'What is a project?': '项目是什么？',
  'Sessions that share instructions, files and memory. Create one beside New session.':
    '共享说明、文件和记忆的一组会话。可在“新建会话”旁创建。',
  'Can a task repeat?': '任务可以定期重复吗？',
  'Yes. Ask for it, such as “every morning at eight”. Activity lists repeating tasks. They run while Reflexor is open, and missed times run once.':
    '可以。直接提出，例如“每天早上八点”。任务面板会列出重复任务。它们在 Reflexor 打开时运行，错过的时间会补运行一次。',
  'Which browsers work?': '支持哪些浏览器？',
  'It is made and tested with Chromium browsers. Firefox and WebKit pass the main job; Safari itself was not tried.':
    '基于 Chromium 浏览器开发和测试。Firefox 和 WebKit 通过了主要任务的测试，未在 Safari 上试过。',
} as const
