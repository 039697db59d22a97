export const devices = {
  'Connect by a code': '用恢复码连接',
  'Another device has a storage already': '另一台设备已有存储',
  'Recovery code': '恢复码',
  'From Settings, Devices there: under Recovery code.': '在那台设备的“设置 > 设备”中，“恢复码”一栏。',
  'Passphrase of the code': '恢复码的口令',
  'The one that was given where it was made.': '生成恢复码时设置的口令。',
  'This device will use the {engine} storage at {url}.': '此设备将使用位于 {url} 的 {engine} 存储。',
  'Connect this device': '连接此设备',
  'Testing, then connecting…': '正在测试，随后连接…',
  'Connect a storage': '连接存储',
  'Whether it is fit is found out by a test, whatever its name.': '无论名称如何，是否适用由测试决定。',
  Connect: '连接',
  'The test writes some fifty small objects and removes them again.': '测试会写入约五十个小对象，然后删除。',
  'Connected storage': '已连接的存储',
  Where: '位置',
  Connected: '连接时间',
  'Paused: nothing is sent or fetched': '已暂停：不发送也不获取',
  'So it has been since {when}. What is done here is kept, and sent when the storage takes it.':
    '自 {when} 起一直如此。此处所做的都会保留，待存储接受后再发送。',
  Requests: '请求数',
  'not known yet': '尚不清楚',
  '{n} an hour': '每小时 {n} 次',
  '{work} while something runs here or is looked at, {rest} at rest; counted here in {time}':
    '此处有任务运行或正在查看时 {work}，空闲时 {rest}；在此设备上统计了 {time}',
  'Lend providers and their keys to my devices': '把提供商及其密钥借给我的设备',
  'Off: each device has its own. On: the providers that are set up here go into the storage with their keys, sealed like everything else, and your devices on which this is on use them; changes and removals follow. Whoever has the recovery code can then use these keys. A provider that you set up on a device stays as it is there. Local servers stay here.':
    '关闭：每台设备使用自己的提供商。打开：在此设置的提供商连同密钥会像其他内容一样加密后放入存储，同样打开此项的设备会使用它们，更改和删除也会同步。这样，拿到恢复码的人也能使用这些密钥。在某台设备上自行设置的提供商在那里保持不变。本地服务器只留在此处。',
  'Switched off, they are deleted in the storage as soon as it answers, and what was lent is removed from the devices that use it.':
    '关闭后，一旦存储有响应就会在其中删除它们，并从使用它们的设备上移除借出的内容。',
  'Borrowed providers': '借用的提供商',
  '{provider}, from {device}': '{provider}，来自 {device}',
  'Its keys cannot be read on this device any more. Forget it here, and connect again by the recovery code.':
    '它的密钥在此设备上已无法读取。请在此忘记它，然后用恢复码重新连接。',
  'Forget it here? Press again': '在此忘记？再按一次确认',
  'Forget this storage here': '在此忘记该存储',
  'Forgetting it removes its address, credentials and key from this browser. What lies in the storage stays there, and only the recovery code opens it again.':
    '忘记会从此浏览器中移除它的地址、凭据和密钥。存储中的内容仍会保留，只有恢复码能再次打开。',
  'Two devices meet in a storage that you run or rent: there is no server of ours. All that goes there is encrypted on this device first; the storage sees how much and when, and nothing of what.':
    '两台设备通过你自己运行或租用的存储相连：没有我们的服务器。所有内容都先在此设备上加密；存储只能看到数据量和时间，看不到内容。',
  'A session is shared from its next step on. Another device shows it while it goes on here, and can take it over in the middle of a run. Providers and their keys stay on their device, unless you say otherwise.':
    '会话从下一步开始共享。它在这里运行时，另一台设备可以查看，也可以在运行中途接管。除非你另有选择，提供商及其密钥留在各自的设备上。',
  'What to set there first': '需要先在那里设置的内容',
  "It brings another device here, and back what is lost with this one: scan it with a phone's camera and copy the text. Whoever has it can read everything in the storage: keep it as you keep a key. A passphrase around it makes it useless without.":
    '它可以连接另一台设备，也能找回随本设备丢失的内容：用手机相机扫描并复制文字。拿到它的人可以读取存储中的一切：请像保管钥匙一样保管它。加上口令后，没有口令就无法使用。',
  'Passphrase around it (optional)': '恢复码的保护口令（可选）',
  'Recovery code as a QR code': '恢复码的二维码',
  'Show recovery code': '显示恢复码',
  'Make it anew': '重新生成',
  'Something above is missing or wrong.': '上面有内容缺失或有误。',
  'Outcome for the code': '恢复码的结果',
  'Outcome of the test': '测试结果',
  'Outcome for what lies there': '存储内容的结果',
} as const
