/** Where a session stands among the devices of a person. */
export const places = {
  'Not yet on your other devices': '尚未到达你的其他设备',
  'Lost in the storage': '存储中丢失的内容',
  'Share again': '重新共享',
  'Keep a copy': '保留一份副本',
  'Continue on this device only': '仅在此设备上继续',
  'Nothing of this session is sent any more. Your other devices keep what they have.':
    '此会话不再发送任何内容。其他设备保留它们已有的内容。',
  'The storage of your devices was emptied. This device still has the whole session.':
    '你的设备存储已被清空。此设备仍有完整的会话。',
  'The storage of your devices has lost a part of this session. This device has all of it, and sends it again.':
    '你的设备存储丢失了此会话的一部分。此设备有全部内容，正在重新发送。',
  'The storage of your devices has lost a part of this session. This device still has it.':
    '你的设备存储丢失了此会话的一部分。此设备仍有这部分内容。',
  'The storage was emptied. Open a session to share it again, or to continue on this device only.':
    '存储已被清空。打开会话即可重新共享，或仅在此设备上继续。',
  'The storage has lost parts of sessions. The device that has a session sends them again.':
    '存储丢失了会话的部分内容。持有会话的设备会重新发送。',
  'Does not work since {when}': '自 {when} 起无法使用',
  'A name that tells it from your other devices.': '一个能与你的其他设备区分的名称。',
  'Only on this device': '仅在此设备上',
  'Keep as a copy': '保留为副本',
  'Send there': '发送过去',
  'Sending there…': '正在发送…',
  'Says your messages again in the shared session, which then goes on on this device, and removes this copy':
    '在共享的会话中重新发送你的消息，该会话随后在此设备上继续，并移除这个副本',
  Discard: '丢弃',
  'What only this device had was discarded.': '仅此设备拥有的内容已丢弃。',
  'Another device': '另一台设备',
  '{device} deleted this session.': '{device} 已删除此会话。',
  '{device} went on with this session.': '{device} 已接着进行此会话。',
  'This session went on here without your storage.': '此会话在没有存储的情况下在此继续。',
  'The run waits for the storage of your devices: an act that must not happen twice, or much that your other devices do not have yet.':
    '运行正在等待你的设备存储：有一个不得重复的操作，或有许多内容其他设备尚未收到。',
  'What only this device has goes on here, as a session that is not shared. Your other devices keep what they have.':
    '仅此设备拥有的内容将在此继续，作为不共享的会话。其他设备保留它们已有的内容。',
  'The storage of your devices': '你各设备的存储',
  'Your other devices do not have what is done here until that is mended.':
    '在修好之前，你的其他设备没有这里所做的内容。',
  'What your other devices do is not seen here until that is mended.': '在修好之前，这里看不到你的其他设备所做的内容。',
  'This device was removed on another one: what is done here stays here, and what your other devices do is not seen here.':
    '此设备已在另一台设备上被移除：这里所做的内容留在这里，你的其他设备所做的内容在这里也看不到。',
  'Given back to go on elsewhere: no device has it now': '已交出以便在别处继续：目前没有设备持有它',
  'Open Devices': '打开“设备”',
  'Go on without sync': '不同步，继续运行',
  'Your other devices show it, and can go on with it.': '你的其他设备会显示它，并可以接着进行。',
  'It stays on this device. What your other devices have of it already stays there.':
    '它只留在此设备上。其他设备已有的部分会保留在那里。',
  'It was begun by an older version of Reflexor, so it stays on this device. “Hand over” in its menu takes it along as a file.':
    '它由旧版 Reflexor 开始，因此只留在此设备上。可用其菜单中的“移交”以文件形式带走。',
  'Another device has it. Continue it here to choose.': '它在另一台设备上。请先在此继续，再作选择。',
  'What is shared': '共享的内容',
  'Share with your devices': '与你的设备共享此会话',
  'Shared with your devices': '与你的设备共享',
  'Only those that I choose': '仅我选择的会话',
  'Each session has a switch of its own in Session options. What is shared already stays shared until it is switched off there.':
    '每个会话在“会话选项”中都有自己的开关。已共享的会话会一直共享，直到在那里关闭。',
  '{device} says what it came to:': '{device} 报告的结果：',
  '{n} pictures or files of it stay there.': '其中 {n} 个图片或文件留在那里。',
  'Use this result': '采用此结果',
  'Hand over': '移交',
  'Takes this session to another device in a file, without any storage. Open the file in Reflexor there (Settings, Data, Import, or drop it on the page): the session arrives stopped, and one button goes on with it.':
    '无需任何存储，用文件把此会话带到另一台设备。在那里的 Reflexor 中打开该文件（“设置”、“数据”、“导入”，或拖到页面上）：会话到达时处于停止状态，按一个按钮即可接着进行。',
  'Saving stops the run here. The session stays here, too. Going on with it in both places makes two sessions of it: they do not come together again.':
    '保存会停止此处的运行，会话也会留在这里。若在两处都继续，它就成为两个会话，不会再合并。',
  'The session stays here, too. Going on with it in both places makes two sessions of it: they do not come together again.':
    '会话也会留在这里。若在两处都继续，它就成为两个会话，不会再合并。',
  'All of the session is in the file, with its system prompt and its files. Keys are not: the other device needs a provider of its own. Secrets that are found are taken out.':
    '文件包含整个会话、其系统提示词和文件。不含密钥：另一台设备需要自己的提供商。发现的机密会被去除。',
  'It could not be stopped here, so nothing was saved. Try it again.': '未能在此停止，因此没有保存。请重试。',
  'Another device has this session and is not stopped by this: the file holds what this device knows of it. Going on with it in both places makes two sessions of it: they do not come together again.':
    '此会话在另一台设备上，不会因此停止：文件包含本设备所知的内容。在两处继续会变成两个会话：它们不会再合并。',
  'Stop here and save the file': '在此停止并保存文件',
  'Save the file': '保存文件',
  'your last {n} messages': '你最后的 {n} 条消息',
  'what {n} acts came to': '{n} 个操作的结果',
  'the last steps of a run': '一次运行的最后几步',
  'Only this device has {parts}.': '只有此设备拥有{parts}。',
  'Your devices': '你的设备',
  'Name of this device': '此设备的名称',
  'So your other devices call it.': '其他设备如此称呼它。',
  'Remove {device}': '移除 {device}',
  'Remove {device}? Press again': '移除 {device}？再按一次',
  'A removed device shares no more and learns it when it comes. It still has what it had, and the key: to shut out one that you have lost, change the credentials at the storage, delete everything there, and connect your devices anew.':
    '被移除的设备不再共享，并会在下次连接时得知。它仍保有已有的内容和密钥：若要拒绝一台丢失的设备，请在存储服务处更换凭据，删除那里的全部内容，然后重新连接你的设备。',
  '{sessions}, seen {when}': '{sessions}，上次出现：{when}',
  'This device was removed on another one: nothing is sent or fetched. Forget the storage here; by a recovery code it can be connected anew.':
    '此设备已在另一台设备上被移除：不再收发任何内容。请在此忘记该存储；可用恢复代码重新连接。',
  'What lies there': '存储的内容',
  'Deleting…': '正在删除…',
  '{n} objects': '{n} 个对象',
  '{objects}, {size}': '{objects}，{size}',
  'How much is stored': '已存储多少',
  'Delete everything there': '删除那里的全部内容',
  'Delete {much} for good? Press again': '永久删除 {much}？再按一次',
  'Sessions stay on the devices that have them, each for itself. On the other devices what was shared stops, and says so: forget the storage there as well.':
    '会话仍保留在拥有它们的设备上，各自独立。其他设备上曾共享的会话会停止并说明原因：请在那里也忘记该存储。',
} as const
