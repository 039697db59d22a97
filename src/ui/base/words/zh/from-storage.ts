/**
 * What is said of what is kept here: faults of the storage, keys, damaged records, and what is refused of bytes that
 * come in.
 */
export const fromStorage = {
  'Everything saved before this moment is safe.': '此前保存的内容都是安全的。',
  'The browser’s storage is full.': '浏览器分配的磁盘空间已用完。',
  'New work is kept in memory until there is space.': '之后的内容会先保留，直到有空间为止。',
  'Free up disk space, or delete old sessions (their space is freed within an hour and a half). It then continues automatically.':
    '请释放磁盘空间，或删除旧会话：其空间会在一个半小时内释放。之后会自动继续。',
  'Another tab holds an older version of the database open.': '另一个标签页打开着旧版本的数据库。',
  'Nothing was changed.': '没有任何更改。',
  'Close or reload the other Reflexor tabs. This one then continues automatically.':
    '请关闭或重新加载 Reflexor 的其他标签页；本标签页会自动继续。',
  'The saved data is from a newer version of Reflexor.': '保存的数据由更新版本的 Reflexor 写入。',
  'Nothing was read or changed. All of it is safe.': '没有读取或更改任何内容，数据都是安全的。',
  'Reload this page to get the newer version.': '请重新加载页面以使用新版本。',
  'The browser closed the connection to the database.': '浏览器关闭了与数据库的连接。',
  'Reload this page.': '请重新加载页面。',
  'A saved record can’t be read.': '有一条保存的记录无法读取。',
  'A saved record can’t be read: {what}.': '有一条保存的记录无法读取：{what}。',
  'It was left as it is, and nothing was overwritten. Other sessions are not affected.':
    '它保持原样，没有被覆盖。其他会话不受影响。',
  'Continue with another session, and export your data.': '请使用其他会话，并导出你的数据。',
  'The browser couldn’t finish saving.': '浏览器未能完成保存。',
  'Unsaved work is kept in memory.': '未能保存的内容会先保留。',
  'Try again. If it keeps failing, check the free disk space and reload this page.':
    '请重试。如果一直失败，请检查磁盘剩余空间并重新加载页面。',
  'The browser found this page’s storage damaged and cleared it.': '浏览器发现本页面的存储已损坏，并将其清空。',
  'Backups, linked folders and your other devices are not affected.': '备份、关联的文件夹和您的其他设备不受影响。',
  'Reload this page. Restore from a backup or another device under Settings.':
    '请重新加载本页面。备份或其他设备上的内容可在“设置”中恢复。',
  'This browser doesn’t let Reflexor save data here.': '浏览器不允许 Reflexor 在此保存数据。',
  'Nothing was lost, but nothing can be saved.': '没有丢失任何内容，但也无法保存。',
  'Allow site data for this page or leave the private window, then reload.':
    '请允许本页面保存网站数据，或退出无痕窗口，然后重新加载。',
  'Saving failed for an unexpected reason.': '因意外原因保存失败。',
  'The browser couldn’t finish saving. ({error})': '浏览器未能完成保存。（{error}）',
  'Saving failed for an unexpected reason. ({error})': '因意外原因保存失败。（{error}）',
  'Try again, or reload this page.': '请重试，或重新加载页面。',
  'Your API keys are locked. Unlock them with your passphrase (Settings > Data).':
    'API 密钥已锁定。请用口令解锁（设置 > 数据）。',
  'Memory has changed meanwhile. Review it, then save again.': '在此期间记住了新的内容。请查看后再保存。',
  'The passphrase was changed in another tab just now. Try again.': '口令刚刚在另一个标签页中更改。请重试。',
  'The vault is damaged.': '密钥库已损坏。',
  'The saved API key can’t be read on this device. Enter it again.': '保存的 API 密钥在此设备上无法读取。请重新输入。',
  'Wrong passphrase.': '口令不正确。',
  'Export the sessions one at a time.': '请逐个导出会话。',
  'This session’s summary can’t be removed.': '此会话的摘要无法去除。',
  'A queued message of this session can’t be removed.': '此会话中等待的消息无法去除。',
  'This recording can’t be kept as it is.': '此录制无法原样保留。',
  'This session would start running by itself.': '此会话会自行开始运行。',
  'It is invalid.': '内容不符合要求。',
  'Session {id}: {store} {key} is damaged ({note}).': '会话 {id}：{store} {key} 已损坏（{note}）。',
  'Session {id}: data {hash} is missing.': '会话 {id}：缺少字节 {hash}。',
  'Session {id}: data {hash} was left out, there was no room for it.': '会话 {id}：空间不足，未包含字节 {hash}。',
  'The provider {id} is damaged and was left out.': '模型服务商 {id} 已损坏，未包含在内。',
  'The preferences are damaged and were left out.': '偏好设置已损坏，未包含在内。',
  'Data {hash} is damaged ({error}).': '字节 {hash} 已损坏（{error}）。',
  'A session’s journal can’t be replayed: an entry doesn’t apply.': '有会话的日志无法还原：其中一条无法应用。',
  'A session’s lines are out of order.': '有会话的行次序不对。',
  'A session’s journal doesn’t match its records.': '有会话的日志与其内容不一致。',
  'This session claims a version of Reflexor that never existed.': '此会话声称由一个从未存在的 Reflexor 版本写入。',
  'A session’s journal has no starting point.': '有会话的日志缺少起点。',
  'What was imported has been removed.': '已导入的内容已被移除。',
  'A file in the archive is larger than 256 MB.': '归档中有文件大于 256 MB。',
  'A session in this archive is larger than 512 MB and can’t be imported.':
    '此归档中有会话大于 512 MB：无法导入到这里。',
  'This file’s recorded requests can’t be read.': '此文件录制的网络原文无法读取。',
  'Data in the archive doesn’t match its name.': '归档中有字节与其名称不符。',
  'A line in the archive contains a forbidden name.': '归档中有一行含有禁止的名称。',
} as const
