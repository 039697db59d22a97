export const voice = {
  Dictate: '听写',
  'Stop dictating': '停止听写',
  'Listening…': '正在听…',
  'Your browser may send your speech to its vendor. Press again to start.':
    '浏览器可能会把你说的话发送给其开发商。再按一次开始说话。',
  'The microphone is blocked. Allow it in the browser’s site settings.':
    '此处不允许使用麦克风。可在浏览器的网站设置中更改。',
  'This browser doesn’t support dictation here.': '此浏览器不向本页面提供听写。',
  'No microphone was found.': '未找到麦克风。',
  'The browser couldn’t reach its speech service.': '浏览器无法连接其语音服务。',
  'The browser doesn’t support dictation in this language.': '浏览器听不懂这种语言。',
  'Nothing was heard.': '没有听到声音。',
  'Dictation stopped unexpectedly.': '听写中断了。',
  'Read aloud': '朗读',
  'Stop reading aloud': '停止朗读',
  'This browser has no voices for reading aloud.': '此浏览器没有可用于朗读的语音。',
  'This browser has no voice for this language.': '此浏览器没有这种语言的语音。',
  'Reading aloud stopped unexpectedly.': '朗读中断了。',
  'Code.': '代码。',
} as const
