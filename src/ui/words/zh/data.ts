export const data = {
  'The import of {name} stopped when the page was reloaded or closed. Import it again.':
    '页面重新加载或关闭时，{name} 的导入中止了。请重新导入。',
  'The import of {name} stopped at {done} of {of} conversations, when the page was reloaded or closed. Import it again for the rest: what is here does not come twice.':
    '页面重新加载或关闭时，{name} 的导入停在第 {done} 个会话（共 {of} 个）。重新导入即可获得其余部分：已有的不会重复导入。',
  'Copying from {name} stopped when the page was reloaded or closed; the copies made by then are here. If you import it again and ask for copies, all of them are made anew.':
    '页面重新加载或关闭时，从 {name} 复制的过程中止了；此前生成的副本已在此处。如果重新导入并要求副本，所有副本都会重新生成。',
  '{n} conversations were here already.': '{n} 个会话已在此处。',
  'Import {n} copies': '导入 {n} 个副本',
  'Open it': '打开',
  '{name} was not imported: it brings words for a model along, and you have to say first which of them to keep. Import it again.':
    '未导入 {name}：其中附带供模型使用的文字，需要先由你决定保留哪些。请重新导入。',
  '{name} could not be opened. It may have been moved or deleted.': '无法打开 {name}。它可能已被移动或删除。',
  '{name} was not taken: drop it by itself.': '未接收 {name}：请单独拖放。',
  'The browser wants you to allow the folder again.': '浏览器需要重新授权访问此文件夹。',
  'After a run, at most every 5 minutes': '运行结束后，最多每 5 分钟一次',
  'After a run, at most every hour': '运行结束后，最多每小时一次',
  'After a run, at most once a day': '运行结束后，最多每天一次',
  'This browser cannot write to a folder of yours. Export by hand from time to time.':
    '此浏览器无法写入你的文件夹。请不时手动导出。',
  'After each run everything is written to a folder of yours as a file. Keys are never in it.':
    '每次运行后，全部内容会以文件形式写入你的文件夹，其中绝不包含密钥。',
  'Choose a folder': '选择文件夹',
  'Folder “{name}”.': '文件夹“{name}”。',
  'Nothing was written yet.': '尚未写入任何内容。',
  'Last backup: {time}.': '上次备份：{time}。',
  'One file of the sessions is not in it: its bytes could not be had in time, or there was no room for them.':
    '其中缺少会话的 1 个文件：其内容未能及时取得，或空间不足。',
  '{n} files of the sessions are not in it: their bytes could not be had in time, or there was no room for them.':
    '其中缺少会话的 {n} 个文件：其内容未能及时取得，或空间不足。',
  'Allow again': '重新授权',
  'How often': '频率',
  'Back up now': '立即备份',
  'Choose another folder': '选择其他文件夹',
  'Stop backups': '停止备份',
  'Damaged sessions': '已损坏的会话',
  'These cannot go on. They were left as they are, and other sessions are not touched by them. Export one before you delete it: the file holds all that is left of it.':
    '这些会话无法继续。它们保持原样，不影响其他会话。删除前请先导出：文件中包含其剩余的全部内容。',
  'Damaged: {what}': '已损坏：{what}',
  Export: '导出',
  'Delete for good? Press again': '彻底删除？再按一次',
  'Delete for good': '彻底删除',
  "Kept safe from the browser's clean-up": '不被浏览器自动清理',
  'Not yet': '尚未',
  'The browser keeps this data until you delete it.': '浏览器会保留这些数据，直到你删除。',
  'The browser may delete this data when the disk is nearly full. Installing the app or using it often changes that.':
    '磁盘空间不足时，浏览器可能删除这些数据。安装应用或经常使用可避免这种情况。',
  'Allowed by the browser': '浏览器允许的空间',
  'Last backup': '上次备份',
  'This tab': '此标签页',
  'An export holds every session with its files, never a key. Imported sessions arrive beside the others, stopped. Exports of ChatGPT, Claude and LibreChat can be imported too, and black boxes.':
    '导出包含所有会话及其文件，绝不包含密钥。导入的会话与现有会话并存，处于停止状态。也可以导入 ChatGPT、Claude、LibreChat 的导出文件，以及黑匣子。',
  Starting: '正在启动',
  'Runs the sessions': '运行会话',
  'Follows another tab that runs the sessions': '跟随另一个运行会话的标签页',
  'Runs nothing': '不运行任何会话',
  'Exporting…': '正在导出…',
  'Saved as a raw copy, without keys. The version of Reflexor that wrote the data can use it.':
    '已保存为原始副本，不含密钥。写入数据的那个 Reflexor 版本可以使用它。',
  'Saved {n} sessions.': '已保存 {n} 个会话。',
  '{n} files of the sessions are not in it: their bytes are not on this device, and could not be had.':
    '其中缺少会话的 {n} 个文件：其内容不在此设备上，也未能取得。',
  'Its file notes.json has {n} notes on what is damaged or missing.':
    '其中的文件 notes.json 有 {n} 条关于损坏或缺失内容的说明。',
  'Nothing runs until that is over, and then it goes on by itself. All that is saved can be read and exported; what you write, send or delete meanwhile waits.':
    '在此之前不会运行任何内容，之后会自动继续。已保存的内容都可以阅读和导出；在此期间你撰写、发送或删除的内容会等待。',
  'Deleting sessions has to be saved, too, so what helps now is free space on this device, or removing what other sites keep in this browser.':
    '删除会话同样需要保存，因此现在有用的是在此设备上腾出空间，或清除其他网站存储在此浏览器中的数据。',
  'Save again': '重新保存',
  'The storage cannot be used': '存储无法使用',
  'Your data here is gone': '这里的数据已丢失',
  'Reflexor has stopped': 'Reflexor 已停止',
  'What was saved is safe. After a reload every task goes on where it was.':
    '已保存的内容是安全的。重新加载后，每个任务会从原处继续。',
  'What is safe:': '安全的内容：',
  'What to do:': '处理方法：',
  'Reload the page': '重新加载页面',
  'Export a raw copy': '导出原始副本',
  'Words that come with this archive': '此存档附带的文字',
  'A model would get them with your key, and the conversation does not show them. They are left out unless you keep them: look first.':
    '模型会随你的密钥收到这些文字，而对话中不显示它们。除非选择保留，否则不会导入：请先查看。',
  'With {n} images, not shown here.': '含 {n} 张图片，此处不显示。',
  'It is too long to be read here, so it cannot be kept. This is its beginning.':
    '内容太长，无法在此阅读，因此不能保留。以下是开头部分。',
  Look: '查看',
  '{n} more are not listed, and are left out.': '另有 {n} 条未列出，也不会导入。',
  'Import without them': '不带这些文字导入',
  'Keep all: they are mine': '全部保留：都是我写的',
  'Keep the system prompt of {sessions}': '保留{sessions}的系统提示词',
  'Keep the summary of earlier messages of {sessions}': '保留{sessions}的早期消息摘要',
  'Keep a message that waits to be sent, of {sessions}': '保留{sessions}中等待发送的消息',
  'Exported file': '导出的文件',
  'Importing…': '正在导入…',
  '{done} of {of} conversations': '{done} / {of} 个会话',
  'Stop the import': '停止导入',
  'Stopping…': '正在停止…',
  'The import was stopped before its end.': '导入在结束前已停止。',
  'The import goes on. You will be told when it is done.': '导入仍在继续，完成后会通知你。',
  'The import of {name} has failed: {reason}': '导入 {name} 失败：{reason}',
  'Left out: {n} conversations, or parts of them.': '已跳过：{n} 个会话或其部分内容。',
  'Imported {n} sessions. They are stopped; continue each when you like.':
    '已导入 {n} 个会话。它们处于停止状态，可随时继续。',
  'Imported {n} sessions. They are recordings: go on in a copy of each.':
    '已导入 {n} 个会话。它们是录制：请在各自的副本中继续。',
  'Left out {name}: {reason}': '已跳过 {name}：{reason}',
  '… and {n} more.': '… 还有 {n} 条。',
  'Open a file': '打开文件',
  'One conversation, for others to read': '分享一个会话供他人阅读',
  'Backups to your folder wait: the browser wants you to allow it again.':
    '备份到文件夹已暂停：浏览器要求再次授权该文件夹。',
  'Open Data': '打开“数据”',
  'The space that this browser grants is nearly used up.': '浏览器提供的空间即将用尽。',
  'The space that this browser grants is filling up.': '浏览器提供的空间正在减少。',
  'Everything is saved so far. Export what you want to keep, then free disk space or delete old sessions: while space is short they can be restored for ten minutes, and their space is free within an hour and a half.':
    '目前所有内容均已保存。请导出想保留的内容，然后释放磁盘空间或删除旧会话：空间不足时，已删除的会话只能在十分钟内恢复，其空间会在一个半小时内释放。',
  'Settings as a file': '设置文件',
  'Prompts, personas, your instructions and how the page looks. Never in it: keys, providers, and what tools may do by themselves.':
    '提示词、角色、你的指令和页面外观。绝不包含：密钥、提供商，以及工具可自行做什么。',
  'Export settings': '导出设置',
  'Import settings': '导入设置',
  'File of settings': '设置文件选择',
  'All of it is here already.': '其中内容此处都已有。',
  'Settings imported.': '已导入设置。',
  'What this file brings': '此文件带来的内容',
  'Its name is taken here: it comes in under this one.': '名称已被占用：将以此名称导入。',
  'It is here already.': '此处已有。',
  'There is no room for more: it is left out.': '已无空间：将被略过。',
  'replaces yours': '替换你的指令',
  'Import what is ticked': '导入所选',
  on: '开',
  off: '关',
} as const
