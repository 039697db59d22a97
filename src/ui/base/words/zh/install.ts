export const install = {
  'Install as an app': '安装为应用',
  Install: '安装',
  'Not now': '暂不',
  'Reflexor is being installed.': '正在安装 Reflexor。',
  'Opens in its own window, listed with your apps. The browser then protects its data better.':
    '在独立窗口中运行，并出现在你的应用中；浏览器也会更妥善地保留其数据。',
  'Open the browser’s Share menu and choose “Add to Home Screen”.': '打开浏览器的“分享”菜单，选择“添加到主屏幕”。',
  'In Safari’s menu, choose File, then “Add to Dock”.': '在 Safari 菜单中选择“文件”，再选择“添加到程序坞”。',
  'If it isn’t installed yet, use the browser’s own menu.': '如果尚未安装，可通过浏览器自己的菜单安装。',
  'Installed: this is its own window.': '已安装：这就是它的独立窗口。',
  'pwa desktop home screen window dock': '桌面 主屏幕 独立窗口 程序坞 添加 pwa',
} as const
