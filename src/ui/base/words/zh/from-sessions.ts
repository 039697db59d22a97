/** Messages about sessions, their files and attachments, and ends of tool calls. */
export const fromSessions = {
  Date: '日期',
  'Result of {tool}': '{tool} 的结果',
  'New session': '新会话',
  'Damaged session': '损坏的会话',
  'Couldn’t load the worker.': '无法加载后台工作线程。',
  'Couldn’t understand this: {reason}': '无法理解：{reason}',
  'A newer version of Reflexor is open in another tab. This tab can no longer save.':
    '另一个标签页打开了更新版本的 Reflexor；此标签页不再保存任何内容。',
  'Everything so far is saved.': '到此刻为止的内容都已保存。',
  'Reload this tab to use the new version.': '请重新加载本标签页以使用新版本。',
  'This tab can’t write yet.': '本标签页还不能写入。',
  'This tab doesn’t run tools.': '本标签页不调用工具。',
  'It made the session.': '它创建了会话。',
  'It ended without a result.': '它没有结果就结束了。',
  'The content of this file is missing.': '缺少该文件保存的字节。',
  'No folder is linked.': '没有关联文件夹。',
  // the page's own errors, with holes
  'it is too large ({size}, limit {most}).': '太大（{size}；上限为 {most}）。',
  'a folder with that name exists.': '该名称的文件夹已存在。',
  '{path} is a file, so nothing can be put into it.': '{path} 是文件，不能在其中放入内容。',
  // files that are attached
  'It could not be read.': '无法读取。',
  'The reader for this file couldn’t be loaded or crashed on it.': '负责读取它的部分无法加载，或在处理该文件时出错。',
  'It is damaged, or not what its name says.': '文件已损坏，或与其名称不符。',
  'It is too large ({size} MB, limit 50 MB for documents).': '太大（{size} MB；文档上限为 50 MB）。',
  'It is too large ({size} MB, limit 50 MB for images).': '太大（{size} MB；图片上限为 50 MB）。',
  'Its text unpacks to more than {n} MB.': '其中的文字解压后超过 {n} MB。',
  'It is too long to read at once (about 1,000 pages). Split it, or save it as plain text.':
    '内容超出一次可读取的量（约 1,000 页）。请分成几部分保存，或存为纯文本。',
  'It isn’t text or a supported document.': '它不是文本，也不是可以读取的文档类型。',
  'It is damaged or an unknown image format.': '图片已损坏，或属于未知的类型。',
  'It is too large: {width} × {height} is {pixels} million pixels, the limit is {most} million.':
    '太大：{width} × {height} 为 {pixels} 百万像素，上限为 {most} 百万。',
  'It is too large: {width} × {height} is {pixels} pixels, the limit is {most}.':
    '太大：{width} × {height} 为 {pixels} 像素，上限为 {most}。',
  'Browsers can’t read {kind} images. Save it as PNG or JPEG first.':
    '浏览器无法读取 {kind} 图片。请先另存为 PNG 或 JPEG。',
  'This browser can’t read HEIC images. Save it as JPEG first. On an iPhone: Settings > Camera > Formats > Most Compatible.':
    '此浏览器无法读取 HEIC 图片。请先另存为 JPEG；iPhone 可在“设置 > 相机 > 格式 > 兼容性最佳”中自动完成。',
  'This browser can’t read this image ({format}). It is damaged or an unknown format.':
    '此浏览器无法读取该图片（{format}）：已损坏，或属于未知的类型。',
  'It is password-protected.': '它有密码保护。',
  'It is damaged or not a PDF.': '它已损坏，或者不是 PDF。',
  'It is damaged.': '它已损坏。',
  'It needs more memory than one file is allowed here.': '它占用的内存超出此处单个文件的上限。',
  'The PDF reader couldn’t be loaded or crashed on this file.': '负责读取 PDF 的部分无法加载，或在处理该文件时出错。',
  // how a tool call has ended, where the machine says it
  '(empty message)': '（空消息）',
  '(no output)': '（无输出）',
  'Stopped by the user before it started.': '在开始之前被用户停止。',
  'Stopped by the user; it may have taken effect.': '被用户停止；可能已经生效。',
  'Denied by the user.': '被用户拒绝。',
  'Denied: the user does not allow this tool.': '已拒绝：用户不允许使用该工具。',
  'Skipped by the user; whether it took effect is unknown.': '被用户跳过；是否生效未知。',
  'The user did not answer.': '用户没有回答。',
  'The user ended the wait before its time.': '用户提前结束了等待。',
  'Cut off at the output limit; not run. Make the call again, with less in it.':
    '达到输出上限而被截断；没有运行。请减少内容后重新调用。',
  'Not run: the model refused to go on.': '没有运行：模型拒绝继续。',
  'A part of this conversation is missing in storage.': '存储中缺少此对话的一部分。',
  'Started several times without ever ending.': '多次开始，但从未结束。',
  'There is no tool named "{name}".': '没有名为“{name}”的工具。',
  'Not run: at most {n} calls in one answer.': '没有运行：一个回答最多 {n} 个调用。',
  'No file was changed, because these changed meanwhile: {paths}. Read them again before you write.':
    '没有更改任何文件，因为这些文件期间已变化：{paths}。写入前请重新读取。',
  'There is no message in it that could be sent again.': '其中没有可重新发送的消息。',
  'It has too many messages to be run again.': '消息过多，无法重新运行。',
} as const
