/** Words for sessions on several devices. */
export const places = {
  'Not yet on your other devices': '尚未到达你的其他设备',
  'Lost in the storage': '存储中丢失的内容',
  'Share again': '重新共享',
  'Keep a copy': '保留一份副本',
  'Continue on this device only': '仅在此设备上继续',
  'This session is no longer sent. Your other devices keep what they have.':
    '此会话不再发送任何内容。其他设备保留它们已有的内容。',
  'Your sync storage was emptied. This device still has the whole session.':
    '你的设备存储已被清空。此设备仍有完整的会话。',
  'Your sync storage lost part of this session. This device has all of it and is sending it again.':
    '你的设备存储丢失了此会话的一部分。此设备有全部内容，正在重新发送。',
  'Your sync storage lost part of this session. This device still has it.':
    '你的设备存储丢失了此会话的一部分。此设备仍有这部分内容。',
  'The storage was emptied. Open a session to share it again, or continue on this device only.':
    '存储已被清空。打开会话即可重新共享，或仅在此设备上继续。',
  'The storage lost parts of some sessions. The device that has a session sends them again.':
    '存储丢失了会话的部分内容。持有会话的设备会重新发送。',
  'Not working since {when}': '自 {when} 起无法使用',
  'A name to tell it apart from your other devices.': '一个能与你的其他设备区分的名称。',
  'Only on this device': '仅在此设备上',
  'Keep as a copy': '保留为副本',
  'Send there': '发送过去',
  'Sending there…': '正在发送…',
  'Sends your messages again in the shared session, continues it on this device and removes this copy':
    '在共享的会话中重新发送你的消息，该会话随后在此设备上继续，并移除这个副本',
  'Discarded what only this device had.': '仅此设备拥有的内容已丢弃。',
  'Another device': '另一台设备',
  '{device} deleted this session.': '{device} 已删除此会话。',
  '{device} continued this session.': '{device} 已接着进行此会话。',
  'This session continued here without your sync storage.': '此会话在没有存储的情况下在此继续。',
  'The run is waiting for your sync storage: the next action must not happen twice, or your other devices are too far behind.':
    '运行正在等待你的设备存储：有一个不得重复的操作，或有许多内容其他设备尚未收到。',
  'What only this device has continues here as a session that is not shared. Your other devices keep what they have.':
    '仅此设备拥有的内容将在此继续，作为不共享的会话。其他设备保留它们已有的内容。',
  'Your sync storage': '你各设备的存储',
  'Until this is fixed, your other devices don’t get what happens here.':
    '在修好之前，你的其他设备没有这里所做的内容。',
  'Until this is fixed, this device doesn’t see what happens on your others.':
    '在修好之前，这里看不到你的其他设备所做的内容。',
  'This device was removed from another one. What happens here stays here, and what happens on your other devices is not shown here.':
    '此设备已在另一台设备上被移除：这里所做的内容留在这里，你的其他设备所做的内容在这里也看不到。',
  'Released. Any of your devices can pick it up.': '已交出以便在别处继续：目前没有设备持有它',
  'Open Devices': '打开“设备”',
  'Continue without sync': '不同步，继续运行',
  'Your other devices show it and can continue it.': '你的其他设备会显示它，并可以接着进行。',
  'It stays on this device. What your other devices already have stays there.':
    '它只留在此设备上。其他设备已有的部分会保留在那里。',
  'It was started in an older version of Reflexor, so it stays on this device. Use “Move to another device” in its menu to take it along as a file.':
    '它由旧版 Reflexor 开始，因此只留在此设备上。可用其菜单中的“移交”以文件形式带走。',
  'Another device is using it. Continue it here to change this.': '它在另一台设备上。请先在此继续，再作选择。',
  'What is shared': '共享的内容',
  'Share with your devices': '与你的设备共享此会话',
  'Shared with your devices': '与你的设备共享',
  'Only sessions I choose': '仅我选择的会话',
  'Each session has its own switch in Session options. Sessions that are already shared stay shared until you switch that off.':
    '每个会话在“会话选项”中都有自己的开关。已共享的会话会一直共享，直到在那里关闭。',
  'Result on {device}:': '{device} 报告的结果：',
  '{n} of its images or files stay there.': '其中 {n} 个图片或文件留在那里。',
  'Use this result': '采用此结果',
  'Move to another device': '转到另一台设备',
  'Moves this session to another device as a file, without sync storage. Open the file in Reflexor there (Settings, Data, Import, or drop it on the page). The session arrives stopped, and one button continues it.':
    '无需任何存储，用文件把此会话带到另一台设备。在那里的 Reflexor 中打开该文件（“设置”、“数据”、“导入”，或拖到页面上）：会话到达时处于停止状态，按一个按钮即可接着进行。',
  'Saving stops the run here. The session also stays here. If you continue it in both places, you get two separate sessions that can’t be merged.':
    '保存会停止此处的运行，会话也会留在这里。若在两处都继续，它就成为两个会话，不会再合并。',
  'The session also stays here. If you continue it in both places, you get two separate sessions that can’t be merged.':
    '会话也会留在这里。若在两处都继续，它就成为两个会话，不会再合并。',
  'The file contains the whole session, with its system prompt and files, but no keys: the other device needs its own provider. Detected secrets are removed.':
    '文件包含整个会话、其系统提示词和文件。不含密钥：另一台设备需要自己的模型服务商。发现的机密会被去除。',
  'Couldn’t stop it here, so nothing was saved. Try again.': '未能在此停止，因此没有保存。请重试。',
  'Another device is running this session and won’t be stopped. The file contains what this device has of it. If you continue it in both places, you get two separate sessions that can’t be merged.':
    '此会话在另一台设备上，不会因此停止：文件包含本设备所知的内容。在两处继续会变成两个会话：它们不会再合并。',
  'Stop here and save the file': '在此停止并保存文件',
  'Save the file': '保存文件',
  'your last {n} messages': '你最后的 {n} 条消息',
  'the results of {n} actions': '{n} 个操作的结果',
  'the last steps of a run': '一次运行的最后几步',
  'Only this device has {parts}.': '只有此设备拥有{parts}。',
  'Your devices': '你的设备',
  'Name of this device': '此设备的名称',
  'Your other devices see this name.': '其他设备如此称呼它。',
  'Remove {device}': '移除 {device}',
  'Remove {device}? Press again': '移除 {device}？再按一次',
  'A removed device stops syncing the next time it connects. It still has its data and the key. To lock out a lost device, change the credentials at the storage, delete everything there and connect your devices again.':
    '被移除的设备不再共享，并会在下次连接时得知。它仍保有已有的内容和密钥：若要拒绝一台丢失的设备，请在存储服务处更换凭据，删除那里的全部内容，然后重新连接你的设备。',
  '{sessions}, seen {when}': '{sessions}，上次出现：{when}',
  'This device was removed from another one: nothing is sent or received. Forget the storage here. You can connect it again with a recovery code.':
    '此设备已在另一台设备上被移除：不再收发任何内容。请在此忘记该存储；可用恢复代码重新连接。',
  'Stored data': '存储的内容',
  'Deleting…': '正在删除…',
  '{n} objects': '{n} 个对象',
  '{objects}, {size}': '{objects}，{size}',
  'Show storage use': '已存储多少',
  'Delete everything there': '删除那里的全部内容',
  'Delete {much} for good? Press again': '永久删除 {much}？再按一次',
  'Sessions stay on the devices that have them. Sharing stops on the other devices, with a notice: forget the storage there, too.':
    '会话仍保留在拥有它们的设备上，各自独立。其他设备上曾共享的会话会停止并说明原因：请在那里也忘记该存储。',
} as const
