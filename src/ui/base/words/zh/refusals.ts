/** Why a request or command was refused (refusal-words.ts). */
export const refusals = {
  'Choose a folder for the backups first.': '请先选择备份文件夹。',
  'Backups were turned off during this one.': '写入此备份时，备份已被关闭。',
  'Nothing to export yet.': '还没有可导出的内容。',
  'This archive contains no sessions.': '此存档中没有会话。',
  'This session is not damaged. Delete it from its menu.': '此会话没有损坏。请从其菜单中删除。',
  'Another tab has taken over. Try again.': '另一个标签页已接管。请重试。',
  'Wrong passphrase for this code.': '这不是该恢复码的口令。',
  'A storage is already connected. Forget it first.': '已连接存储：请先忘记它。',
  'This version of Reflexor doesn’t support this kind of storage. Update it.':
    '此版本的 Reflexor 不认识这种存储：请更新。',
  'No storage is connected.': '没有连接存储。',
  'This storage’s keys can no longer be read on this device. Forget it and connect again with the recovery code.':
    '此存储的密钥在此设备上已无法读取。请忘记它，然后用恢复码重新连接。',
  'Another device has this name. Choose a different one.': '另一台设备已用此名称。请选择能区分两者的名称。',
  'The storage took too long to answer. Try again.': '存储过久没有回应。请重试。',
  'The demo model needs no settings.': '演示模型无需设置。',
  'Only OpenRouter supports this sign-in.': '只有 OpenRouter 以这种方式提供密钥。',
  'This sign-in wasn’t started here, is finished, or was started again since.':
    '此登录不是在这里开始的，或已完成，或之后已重新开始。',
  '{host} sent no code: the sign-in was not approved.': '{host} 没有返回授权码：它未被允许提供密钥。',
  'The saved data for this sign-in can’t be read. Sign in again.': '无法读取为此次登录保存的内容。请重新登录。',
  'This isn’t a response to a sign-in from this app.': '这不是对本应用登录请求的答复。',
  'This server was removed.': '此服务器已被移除。',
  'There is a server named "{name}" already: its name stands before its tools\' names.':
    '已有名为“{name}”的服务器：名称显示在其工具名称之前。',
  'Another tab is busy with this sign-in. Try again.': '另一个标签页正在处理此登录。请重试。',
  'A sign-in must come back to this app.': '登录必须返回本应用。',
  'This session no longer exists.': '此会话已不存在。',
  'This session can’t be read right now.': '现在无法读取此会话。',
  'There is nothing before this input.': '此输入之前没有内容。',
  'There is no such input in the journal.': '日志中没有这条输入。',
  'This file name is not in its normal form (Unicode NFC).': '文件名不是规范形式（Unicode NFC）。',
  'Files over 100 MB are not accepted.': '不接受超过 100 MB 的文件。',
  'It can no longer be read. Choose it again.': '已无法读取。请重新选择。',
  'There is no SKILL.md in it.': '其中没有 SKILL.md。',
  'This archive is too large to be a skill.': '此压缩包太大，不会是技能。',
  'The file “{name}” is not on this device.': '文件“{name}”不在此设备上。',
  'This skill no longer exists.': '此技能已不存在。',
  'This skill has changed since you read it. Read it again.': '你读过之后，此技能有了变化。请重新阅读。',
  'Read this skill before you turn it on.': '启用之前请先阅读此技能。',
  'There is no room for another skill. Turn one off or delete one first.': '技能已满。请先停用或删除一个。',
  'A skill with this name already exists. Change the name in its first lines.':
    '已有同名技能。请修改它开头几行中的名称。',
  'The model did not answer with a skill. Your text stays as it is.': '模型没有给出技能。你的文本保持不变。',
  'No step of this session has succeeded yet, so there is nothing to save.':
    '此会话中还没有成功的步骤，因此没有可保存的内容。',
  'Export the sessions one at a time.': '请逐个导出会话。',
  'Wrong passphrase.': '口令不正确。',
  'Memory has changed meanwhile. Review it, then save again.': '在此期间记住了新的内容。请查看后再保存。',
  'This session is running on another device. Choose "Continue here" to continue it on this device.':
    '此会话正在另一台设备上继续。选择“在此继续”即可在本设备上继续。',
  'This session is running on {device}. Choose "Continue here" to continue it on this device.':
    '此会话正在 {device} 上继续。选择“在此继续”即可在本设备上继续。',
  'This session is running on another device. Connect your sync storage again to continue it on this device.':
    '此会话正在另一台设备上继续。请重新连接设备存储，以便在本设备上继续。',
  'This session is being handed over to another of your devices.': '你的另一台设备要继续此会话：正在移交。',
  'Another device updated this session with a newer version of Reflexor. Reload to update. If this persists, the storage was tampered with.':
    '另一台设备用更新版本的 Reflexor 写入了此会话。请重新加载以更新；如果仍然如此，说明存储被更改过。',
  'Your sync storage contains data of this session that can’t be read. Nothing was taken over.':
    '设备存储中有此会话的内容无法读取。没有接管任何内容。',
  'Your sync storage was emptied. This device still has the session. Share it again, or continue with a copy.':
    '你的设备存储已被清空。此设备仍有该会话：请重新共享，或用副本继续。',
  'The sync state of this session is damaged, so it may be running on another device. You can export it.':
    '此会话在各设备间的状态记录已损坏，可能正在另一台设备上运行。可以导出它。',
  'The other device didn’t respond. It may be asleep. Choose "Continue here" to decide on this device.':
    '另一台设备没有响应，可能处于休眠状态。选择“在此继续”即可在本设备上决定。',
  '{device} didn’t respond. It may be asleep. Choose "Continue here" to decide on this device.':
    '{device} 没有响应，可能处于休眠状态。选择“在此继续”即可在本设备上决定。',
  'The storage didn’t respond. Try again.': '存储没有响应。请重试。',
  'The storage didn’t respond. If it does within 10 minutes, this session continues here, unless your other device continues it first.':
    '存储没有响应。如果它在 10 分钟内响应，此会话就会在这里继续，除非你的另一台设备先接着进行。',
  'Your sync storage isn’t open. Connect it, or unlock the keys.': '设备存储尚未打开：请连接它，或解锁密钥。',
  'Your sync storage is paused. Resume it in Settings, Devices.': '设备存储已暂停。请在“设置”的“设备”中让它继续。',
  'This device was removed from another one. To continue this session on this device only, forget the storage in Settings, Devices.':
    '此设备已在另一台设备上被移除。要在这里单独继续此会话，请在“设置”的“设备”中忘记此存储。',
  'Part of this session is still running or waiting for you. Stop it first, then choose again.':
    '此会话仍有工作在进行，或在等待你。请先停止，再重新选择。',
  'Everything in this session has been sent. It continues as it is.': '此会话没有未发送的内容：照常继续。',
  'The shared session was deleted. Nothing can be sent there.': '共享的会话已删除：无法发送过去。',
  'The server gave nothing.': '服务器没有给出任何内容。',
  'Your API keys are locked. Unlock them with your passphrase (Settings > Data).':
    'API 密钥已锁定。请用口令解锁（设置 > 数据）。',
  'The passphrase was changed in another tab just now. Try again.': '口令刚刚在另一个标签页中更改。请重试。',
  'This session is from a newer version of Reflexor. Reload to update.':
    '此会话由更新版本的 Reflexor 写入。请重新加载以更新。',
  'This session can’t continue: {what} is damaged. Nothing was changed.':
    '此会话无法继续：{what} 已损坏。没有任何更改。',
  'The source of this no longer exists.': '所依据的内容已不存在。',
  'Can’t go back to this: its history is from an older version, or a summary covers it.':
    '无法回到这里：其历史由旧版本写入，或已被摘要覆盖。',
  'This private session has ended. Nothing of it was kept.': '此私密会话已结束，没有保留任何内容。',
  'A private session can’t do this: nothing of it is kept.': '私密会话不能这样做：它的内容都不会保留。',
  'Too many queued messages. This one was not sent.': '等待的消息太多：这条没有发送。',
  'This session was deleted. The message was not sent.': '会话已删除：消息没有发送。',
  'An attached file was not stored. Attach it again.': '有附件没有存下来。请重新添加。',
  'The run you stopped had already ended. A newer one is running and continues.':
    '要停止的已经结束。现在运行的是更新的，会继续。',
  'Something newer has started. Nothing was retried.': '期间已开始更新的内容：没有重新请求。',
  'Something newer has started. Nothing was continued.': '期间已开始更新的内容：没有继续。',
  'This tool call can no longer be found.': '已找不到该工具调用。',
  'There is no room for this in the context window. It would be summarised again right away.':
    '模型的窗口放不下它：会立刻再次被总结。',
  '{n} tool calls are already loaded. Compact now unloads them.': '已加载 {n} 个工具调用。“立即压缩”会释放它们。',
  'This page and its worker are different versions. Reload the page.':
    '页面与其后台工作线程的版本不同。请重新加载页面。',
  'Couldn’t understand this: {why}': '无法理解此消息：{why}',
  'This was refused. Update Reflexor to read why.': '此操作被拒绝。请更新 Reflexor 以查看原因。',
  'This isn’t a recovery code. It starts with "reflexor-".': '这不是恢复码：恢复码以“reflexor-”开头。',
  'This recovery code is from a newer version of Reflexor. Update this one.':
    '此恢复码来自更新版本的 Reflexor：请更新。',
  'The recovery code is incomplete or has a typo.': '恢复码不完整：缺少一部分，或有字符错误。',
  'This recovery code can’t be read.': '此恢复码的内容无法读取。',
  'Plain http:// is allowed for this computer and your own network only. Use https://.':
    'http:// 仅限本机和您自己的网络。请使用 https://。',
  'Enter the base URL, for example http://localhost:11434/v1.': '请输入 Base URL，例如 http://localhost:11434/v1。',
  'This is not a URL. It must start with http:// or https://.': '这不是 URL。它必须以 http:// 或 https:// 开头。',
  'The URL must start with http:// or https://.': 'URL 必须以 http:// 或 https:// 开头。',
  'The URL must not contain a user name or password.': 'URL 不能包含用户名或密码。',
  'The URL must not contain ? or #.': 'URL 不能包含 ? 或 #。',
  'Plain http:// is allowed for this computer only (localhost). Use https://.':
    'http:// 仅限本机（localhost）。请使用 https://。',
  'The address must contain {url} or {encoded} once, in place of the page’s address.':
    '地址中必须有且仅有一个 {url} 或 {encoded}，表示网页地址的位置。',
  'This is not an address. It must start with https://.': '这不是地址。它必须以 https:// 开头。',
  'The address must not contain a user name or password.': '地址不能包含用户名或密码。',
  'The address must start with https:// (http:// for this computer only).':
    '地址必须以 https:// 开头（http:// 仅限本机）。',
  "The page's address must not be part of the host.": '网页地址不能是主机名的一部分。',
} as const
