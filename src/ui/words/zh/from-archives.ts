/** What is said of archives, backups and damaged sessions. */
export const fromArchives = {
  'This file is too long to be one of settings.': '此文件过长，不可能是设置文件。',
  'This is no file of settings.': '这不是设置文件。',
  'This file is of a newer Reflexor. Update this one first.': '此文件来自更新版本的 Reflexor，请先更新。',
  'This file of settings is damaged: nothing of it was taken.': '此设置文件已损坏：没有导入任何内容。',
  'There is no session in this archive.': '此存档中没有会话。',
  'This is not an export of Reflexor.': '这不是 Reflexor 的导出文件。',
  'This export was written by a newer version of Reflexor. Update, then import it again.':
    '此导出由更新版本的 Reflexor 写入。请更新后再导入。',
  'This is a raw copy of the data of another version of Reflexor; only that version can use it.':
    '这是另一版本 Reflexor 数据的原始副本，只有该版本能使用。',
  'Archives of this size cannot be read here.': '无法在此读取这么大的存档。',
  'The archive holds more than {n} files.': '存档中的文件超过 {n} 个。',
  'The archive is cut off or damaged.': '存档不完整或已损坏。',
  'The directory of the archive is damaged.': '存档的目录已损坏。',
  'The archive unpacks to more than {n} MB.': '存档解包后超过 {n} MB。',
  'Files of the archive unpack to far more than they may.': '存档中有文件解包后远超上限。',
  'Files of the archive overlap.': '存档中的文件相互重叠。',
  'The archive holds the same file twice.': '存档中有重复的文件。',
  'Encrypted archives cannot be read.': '无法读取加密的存档。',
  'The archive is packed in a way that is not known.': '存档的压缩方式未知。',
  'This is not a zip archive: it was damaged on its way, or is no export that can be read here.':
    '这不是 zip 存档：它在传送途中损坏了，或不是此处能读取的导出文件。',
  'A file of the archive has another size than it says.': '存档中有文件的大小与声明不符。',
  'A file of the archive cannot be unpacked.': '存档中有文件无法解包。',
  'A file of the archive is not text.': '存档中有文件不是文本。',
  'A line of the archive is too long.': '存档中有一行太长。',
  'A line of the archive is nested too deeply.': '存档中有一行嵌套过深。',
  'A line of the archive is not JSON.': '存档中有一行不是 JSON。',
  'A record of this session is damaged: save it as an archive instead.': '此会话有记录已损坏：请改为保存成存档。',
  'A record of this session is damaged: {what}.': '此会话有记录已损坏：{what}。',
  'An archive of more than 100,000 files cannot be written.': '无法写入超过 100,000 个文件的存档。',
  'An archive of more than 100,000 files cannot be written. Export the sessions one at a time.':
    '无法写入超过 100,000 个文件的存档。请逐个导出会话。',
  'An archive of more than 4 GB cannot be written.': '无法写入超过 4 GB 的存档。',
  'An archive of more than 4 GB cannot be written. Export the sessions one at a time.':
    '无法写入超过 4 GB 的存档。请逐个导出会话。',
  'This is no export that is known here.': '无法识别此导出文件。',
  'This export is cut off.': '此导出文件不完整。',
  'It is too long, damaged, or of a kind that is not known here.': '内容太长、已损坏，或类型无法识别。',
  'At most {n} conversations are taken at a time.': '一次最多导入 {n} 个会话。',
  'Its first messages ({n}): the last {most} of a conversation are taken.':
    '其最早的消息（{n} 条）：每个会话只导入最后 {most} 条。',
  'There is no conversation in this file.': '此文件中没有会话。',
  'The rows of a session do not belong together.': '会话的各条记录不一致。',
  'The journal of a session is not in order.': '会话的日志顺序有误。',
  'This session was damaged when it was exported ({what}), so it cannot be put together again.':
    '此会话导出时已损坏（{what}），无法重新拼合。',
  'The file of a session is cut off.': '会话文件不完整。',
  'This session was written by a newer version of Reflexor. Update, then import it again.':
    '此会话由更新版本的 Reflexor 写入。请更新后再导入。',
  'This session says that it was held at a time that no calendar has.': '此会话声称的时间在任何日历上都不存在。',
  'The archive lacks bytes that this session names.': '存档缺少此会话引用的数据。',
  'A line of this session is damaged, or was not written by Reflexor.':
    '此会话有一行已损坏，或不是由 Reflexor 写入的。',
  'Another tab has taken over. Import again.': '另一个标签页已接管。请重新导入。',
  'Another tab has taken over. Try again.': '另一个标签页已接管。请重试。',
  'There is nothing to export yet.': '还没有可导出的内容。',
  'This session is not damaged. Delete it from its menu.': '此会话没有损坏。请从其菜单中删除。',
  'Choose a folder for the backups first.': '请先选择备份文件夹。',
  'Backups were turned off while this one was written.': '写入此备份时，备份已被关闭。',
  'The folder is not there any more. Choose it again.': '文件夹已不存在。请重新选择。',
  'The browser does not let Reflexor write to the folder. Allow it again.':
    '浏览器不允许 Reflexor 写入此文件夹。请重新授权。',
  'There is no space left where the folder is.': '文件夹所在位置空间不足。',
  'The backup could not be written ({why}).': '无法写入备份（{why}）。',
} as const
