/** Messages about the sync storage: its test, faults and guide, and sessions on other devices. */
export const fromDevices = {
  'The storage took too long to answer.': '存储响应超时。',
  'Couldn’t reach the storage.': '无法连接存储。',
  'The storage sent more than {n} MB.': '存储返回的内容超过 {n} MB。',
  'The clock of this device is too far from that of the storage.': '此设备的时钟与存储的时钟相差太大。',
  'The storage is full.': '存储已满。',
  'The storage confirmed a write but didn’t keep it.': '存储声称已保存某些内容，但实际并未保存。',
  'The storage rejected the credentials, or they lack permission.': '存储拒绝了凭据，或凭据没有此权限。',
  'This location doesn’t exist in the storage.': '存储中没有这个位置。',
  'The storage doesn’t accept objects of this size.': '存储不接受这么大的对象。',
  'The storage is rate-limiting requests.': '存储要求放慢请求速度。',
  'The storage lacks a required feature.': '存储不支持所需的操作。',
  'The storage had an internal error.': '存储发生内部错误。',
  'Unexpected response from the storage.': '存储返回了意外的内容。',
  'The storage returned a web page: a proxy, a sign-in page or a wrong address.':
    '返回的是网页，而不是存储的响应：可能是代理、登录页面，或地址不对。',
  'This isn’t a CouchDB server, or its response was cut off.': '响应方不是 CouchDB，或响应被截断。',
  'This database keeps {n} copies in a cluster, where two devices could overwrite each other. Use a single-node CouchDB.':
    '此数据库在集群中保存 {n} 份副本，两台设备可能都被告知自己是第一个。请使用单节点的 CouchDB。',
  'This database keeps copies in a cluster, where two devices could overwrite each other. Use a single-node CouchDB.':
    '此数据库在集群中保存副本，两台设备可能都被告知自己是第一个。请使用单节点的 CouchDB。',
  'There is no such document.': '没有这个文档。',
  'The storage’s list was cut off or is invalid.': '存储的列表被截断，或不是列表。',
  'Written by a newer version of Reflexor. Update this one.': '这由更新版本的 Reflexor 写入：请更新。',
  'The storage returned changed, moved or incomplete data.': '存储返回的与存入的不同：内容被更改、移动或截断。',
  'This device is offline.': '此设备处于离线状态。',
  '{origin} responds, but doesn’t allow this page (CORS).': '{origin} 有响应，但不让本页面读取（CORS）。',
  'The storage took longer than {n} seconds.': '存储耗时超过 {n} 秒。',
  'This device’s clock is {time} behind the storage’s. That is accounted for.':
    '此设备的时钟比存储慢 {time}，已作调整。',
  'This device’s clock is {time} ahead of the storage’s. That is accounted for.':
    '此设备的时钟比存储快 {time}，已作调整。',
  'Two devices can’t overwrite each other here.': '此存储能把两台设备区分开。',
  'Two devices could overwrite each other there, so it can’t be used.': '两台设备可能在那里互相覆盖，因此不能使用。',
  'This storage overwrites existing data even when told not to.': '此存储会覆盖已有内容，即使被要求不要覆盖。',
  'This storage didn’t return what was just written.': '此存储没有返回刚刚写入的内容。',
  'This storage doesn’t confirm writes.': '此存储不说明写入的结果。',
  'With {n} simultaneous writers, this storage told {winners} of them that they were first.':
    '{n} 个写入者同时写入时，此存储告诉其中 {winners} 个它们是第一个。',
  'The storage didn’t keep what was written. Test again.': '存储没有保留写入的内容。请重新测试。',
  'This storage has no data from the devices this code belongs to. It was emptied, or it is a different storage.':
    '此存储中没有该恢复码所属设备的内容：它已被清空，或是另一个存储。',
  'This version of Reflexor doesn’t support the connected kind of storage.':
    '此版本的 Reflexor 不认识已连接的存储类型。',
  'The keys of the connected storage can no longer be read.': '已连接存储的密钥已无法读取。',
  'Your sync storage is paused.': '设备存储已暂停。',
  'another device': '另一台设备',
  'Couldn’t save the choice for this copy.': '无法保存对副本的处理。',
  'Couldn’t save that this session continues on its own.': '无法保存此会话将单独继续的信息。',
  'Couldn’t save that this session is shared.': '无法保存此会话已共享的信息。',
  'Couldn’t save whether this session is shared.': '无法保存此会话是否共享。',
  'Can’t follow another device: one of its inputs doesn’t apply here.':
    '无法跟随另一台设备写入的内容：其中一条输入在此无法应用。',
  'Can’t follow this session: it is {state} here.': '无法跟随此会话：它在此处的状态为 {state}。',
  'No storage was opened.': '没有打开任何存储。',
  'Couldn’t save that this session continues here.': '无法保存“此会话在这里继续”这一信息。',
} as const
