export const voice = {
  Dictate: '听写',
  'Stop dictating': '停止听写',
  'Listening…': '正在听…',
  'Your browser may send what you say to its maker. Press again to speak.':
    '浏览器可能会把你说的话发送给其开发商。再按一次开始说话。',
  'The microphone is not allowed here. The site settings of the browser can change that.':
    '此处不允许使用麦克风。可在浏览器的网站设置中更改。',
  'This browser does not offer dictation to this page.': '此浏览器不向本页面提供听写。',
  'No microphone was found.': '未找到麦克风。',
  'The browser could not reach its speech service.': '浏览器无法连接其语音服务。',
  'The browser cannot hear this language.': '浏览器听不懂这种语言。',
  'Nothing was heard.': '没有听到声音。',
  'Dictation broke off.': '听写中断了。',
  'Read aloud': '朗读',
  'Stop reading aloud': '停止朗读',
  'This browser has no voice to read aloud with.': '此浏览器没有可用于朗读的语音。',
  'This browser has no voice for this language.': '此浏览器没有这种语言的语音。',
  'Reading aloud broke off.': '朗读中断了。',
  'Code.': '代码。',
} as const
