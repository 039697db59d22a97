/** What is said of the storage of a person's devices: its test, its faults, its guide, and sessions that go on elsewhere. */
export const fromDevices = {
  'The storage took too long to answer.': '存储响应超时。',
  'The storage could not be reached.': '无法连接存储。',
  'The storage answered with more than {n} MB.': '存储返回的内容超过 {n} MB。',
  'The clock of this device is too far from that of the storage.': '此设备的时钟与存储的时钟相差太大。',
  'The storage is full.': '存储已满。',
  'The storage says that it has kept something, and has not.': '存储声称已保存某些内容，但实际并未保存。',
  'The storage refused the credentials, or they may not do this.': '存储拒绝了凭据，或凭据没有此权限。',
  'The storage does not know this place.': '存储中没有这个位置。',
  'The storage takes no object of this size.': '存储不接受这么大的对象。',
  'The storage asks to slow down.': '存储要求放慢请求速度。',
  'The storage cannot do what is needed.': '存储不支持所需的操作。',
  'The storage has an internal error.': '存储发生内部错误。',
  'The storage answered something unexpected.': '存储返回了意外的内容。',
  'A web page came instead of an answer of the storage: a proxy, a sign-in page, or another address.':
    '返回的是网页，而不是存储的响应：可能是代理、登录页面，或地址不对。',
  'What answered is no CouchDB, or its answer was cut.': '响应方不是 CouchDB，或响应被截断。',
  'This database keeps {n} copies in a cluster, in which two devices can both be told that they were first. Use a CouchDB of one node.':
    '此数据库在集群中保存 {n} 份副本，两台设备可能都被告知自己是第一个。请使用单节点的 CouchDB。',
  'This database keeps its copies in a cluster, in which two devices can both be told that they were first. Use a CouchDB of one node.':
    '此数据库在集群中保存副本，两台设备可能都被告知自己是第一个。请使用单节点的 CouchDB。',
  'There is no such document.': '没有这个文档。',
  'The list of the storage was cut, or is none.': '存储的列表被截断，或不是列表。',
  'This was written by a newer version of Reflexor: update this one.': '这由更新版本的 Reflexor 写入：请更新。',
  'The storage gave something else than what was put there: it was changed, moved or cut.':
    '存储返回的与存入的不同：内容被更改、移动或截断。',
  'This device is offline.': '此设备处于离线状态。',
  'A server answers at {origin}, but does not let this page read its answers (CORS).':
    '{origin} 有响应，但不让本页面读取（CORS）。',
  'Let this page in, as written below, and test again.': '请按下文允许本页面访问，然后重新测试。',
  'Test again; if it stays so, the server or the way to it is too slow.':
    '请重新测试；如果仍然如此，说明服务器或网络太慢。',
  'Set the clock of this device, and test again.': '请校准此设备的时钟，然后重新测试。',
  'Nothing of it is lost here. Look at the disk and the log of the storage, or use another storage.':
    '本机没有丢失任何内容。请检查存储的磁盘和日志，或换用其他存储。',
  'Make room there, or use another storage.': '请腾出空间，或换用其他存储。',
  'Test again in a while.': '请稍后重新测试。',
  'Raise the limit of the server for the size of a request.': '请提高服务器对请求大小的上限。',
  'Check the address: it is that of the storage itself, not of a web page about it.':
    '请检查地址：应为存储本身的地址，而不是介绍它的网页。',
  'The storage took longer than {n} seconds.': '存储耗时超过 {n} 秒。',
  'The clock of this device is {time} behind the storage’s, which is allowed for.':
    '此设备的时钟比存储慢 {time}，已作调整。',
  'The clock of this device is {time} ahead of the storage’s, which is allowed for.':
    '此设备的时钟比存储快 {time}，已作调整。',
  'Of the server, for example https://couch.example.org': '服务器的地址，例如 https://couch.example.org',
  Database: '数据库',
  'It must exist.': '必须已经存在。',
  'User name': '用户名',
  'Best a user of its own, who is a member of this database alone.': '最好使用专用的用户，且只是此数据库的成员。',
  Password: '密码',
  'A database has a name of small letters, digits, - and _.': '数据库名称只能包含小写字母、数字、- 和 _。',
  'Let this page in: put this into local.ini (or set it under Configuration in Fauxton), and restart CouchDB.':
    '允许本页面访问：将以下内容写入 local.ini（或在 Fauxton 的 Configuration 中设置），然后重启 CouchDB。',
  'Make the database, and a user who is a member of it. Use one node: a cluster is refused.':
    '创建数据库，以及属于它的用户。请使用单节点：不接受集群。',
  'Check user name and password, and that this user is a member of the database.':
    '请检查用户名和密码，以及该用户是否为数据库的成员。',
  'Make the database there, or correct its name.': '请在那里创建数据库，或更正名称。',
  Bucket: '存储桶',
  'It must exist. Best one of its own.': '必须已经存在。最好专用。',
  Region: '区域',
  'Access key ID': '访问密钥 ID',
  'Of a key for this bucket alone: read, write, list and delete.': '仅用于此存储桶的密钥：读取、写入、列出和删除。',
  'Secret access key': '访问密钥',
  'A bucket has a name of letters, digits, - and . alone.': '存储桶名称只能包含字母、数字、- 和 .。',
  'Make the bucket there, or correct its name and the address.': '请在那里创建存储桶，或更正名称和地址。',
  'Copy both keys again, check the region, and that the key may read, write, list and delete in this bucket.':
    '请重新复制两个密钥，检查区域，并确认密钥可以在此存储桶中读取、写入、列出和删除。',
  'For example https://0123456789abcdef.r2.cloudflarestorage.com, without the bucket':
    '例如 https://0123456789abcdef.r2.cloudflarestorage.com，不含存储桶',
  'In the bucket’s settings, under CORS policy, add this:': '在存储桶设置的 CORS 策略中添加：',
  'R2 wants an API token with "Object Read & Write" for this bucket.':
    'R2 需要对此存储桶具有“Object Read & Write”权限的 API 令牌。',
  'For example https://s3.eu-central-1.amazonaws.com, without the bucket':
    '例如 https://s3.eu-central-1.amazonaws.com，不含存储桶',
  'For example eu-central-1': '例如 eu-central-1',
  'In the bucket’s permissions, under Cross-origin resource sharing, add this:':
    '在存储桶权限的跨源资源共享（CORS）中添加：',
  'It needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.':
    '需要 s3:GetObject、s3:PutObject、s3:DeleteObject 和 s3:ListBucket。',
  'Other S3 (Ceph, OVH, Scaleway, SeaweedFS…)': '其他 S3（Ceph、OVH、Scaleway、SeaweedFS…）',
  'Of the server, without the bucket': '服务器的地址，不含存储桶',
  'As the provider says.': '以提供商的说明为准。',
  'Give the bucket these rules for web pages (CORS), with the provider’s page or aws s3api put-bucket-cors:':
    '通过提供商的页面或 aws s3api put-bucket-cors，为存储桶设置以下网页规则（CORS）：',
  'This storage keeps two devices apart.': '此存储能把两台设备区分开。',
  'Two devices could write over each other there, so it cannot be used.': '两台设备可能在那里互相覆盖，因此不能使用。',
  'This storage writes over what is there although it was told not to.': '此存储会覆盖已有内容，即使被要求不要覆盖。',
  'This storage did not give back what had just been written.': '此存储没有返回刚刚写入的内容。',
  'This storage does not say what becomes of a write.': '此存储不说明写入的结果。',
  'Of {n} writers at once, this storage told {winners} that they were the first.':
    '{n} 个写入者同时写入时，此存储告诉其中 {winners} 个它们是第一个。',
  'This is no recovery code: it begins with "reflexor-".': '这不是恢复码：恢复码以“reflexor-”开头。',
  'This recovery code is of a newer version of Reflexor: update this one.': '此恢复码来自更新版本的 Reflexor：请更新。',
  'The recovery code is not whole: a part is missing, or a character is wrong.':
    '恢复码不完整：缺少一部分，或有字符错误。',
  'This recovery code says nothing that can be read.': '此恢复码的内容无法读取。',
  'A storage is connected already: forget it first.': '已连接存储：请先忘记它。',
  'This is not the passphrase of the code.': '这不是该恢复码的口令。',
  'This version of Reflexor does not know this kind of storage: update it.':
    '此版本的 Reflexor 不认识这种存储：请更新。',
  'Enter the {field}.': '请输入 {field}。',
  'The storage did not keep what was written. Test again.': '存储没有保留写入的内容。请重新测试。',
  'This storage holds nothing of the devices that this code is of: it was emptied, or it is another one.':
    '此存储中没有该恢复码所属设备的内容：它已被清空，或是另一个存储。',
  'No storage is connected.': '没有连接存储。',
  'The storage took too long to answer. Try again.': '存储过久没有回应。请重试。',
  'The keys of this storage cannot be read on this device any more. Forget it, and connect again by the recovery code.':
    '此存储的密钥在此设备上已无法读取。请忘记它，然后用恢复码重新连接。',
  'This version of Reflexor does not know the kind of storage that is connected.':
    '此版本的 Reflexor 不认识已连接的存储类型。',
  'The keys of the connected storage cannot be read any more.': '已连接存储的密钥已无法读取。',
  'The storage of your devices is paused.': '设备存储已暂停。',
  'The storage of your devices is paused. Let it go on in Settings, Devices.':
    '设备存储已暂停。请在“设置”的“设备”中让它继续。',
  'This device was removed on another one. Forget the storage in Settings, Devices, to go on with this session here alone.':
    '此设备已在另一台设备上被移除。要在这里单独继续此会话，请在“设置”的“设备”中忘记此存储。',
  'another device': '另一台设备',
  'It could not be stored what becomes of the copy.': '无法保存对副本的处理。',
  'The shared session was deleted: nothing can be sent there.': '共享的会话已删除：无法发送过去。',
  'It could not be stored that this session goes on alone.': '无法保存此会话将单独继续的信息。',
  'It could not be stored that this session is shared.': '无法保存此会话已共享的信息。',
  'The storage did not answer. Try again.': '存储没有响应。请重试。',
  'The storage did not answer. If it does within 10 minutes, this session goes on here, unless your other device goes on with it first.':
    '存储没有响应。如果它在 10 分钟内响应，此会话就会在这里继续，除非你的另一台设备先接着进行。',
  '{device} did not answer: it may sleep. Choose "Continue here" to decide on this one.':
    '{device} 没有响应，可能处于休眠状态。选择“在此继续”即可在本设备上决定。',
  'The other device did not answer: it may sleep. Choose "Continue here" to decide on this one.':
    '另一台设备没有响应，可能处于休眠状态。选择“在此继续”即可在本设备上决定。',
  'Something of this session is still at work, or waits for you. Stop it first, then choose again.':
    '此会话仍有工作在进行，或在等待你。请先停止，再重新选择。',
  'Nothing of this session is unsent: it goes on as it is.': '此会话没有未发送的内容：照常继续。',
  'It could not be stored whether this session is shared.': '无法保存此会话是否共享。',
  'The storage of your devices is not open: connect it, or unlock the keys.':
    '设备存储尚未打开：请连接它，或解锁密钥。',
  'Another of your devices goes on with this session: it is being handed over.':
    '你的另一台设备要继续此会话：正在移交。',
  'This session goes on on {device}. Choose "Continue here" to go on with it on this one.':
    '此会话正在 {device} 上继续。选择“在此继续”即可在本设备上继续。',
  'This session goes on on another device. Choose "Continue here" to go on with it on this one.':
    '此会话正在另一台设备上继续。选择“在此继续”即可在本设备上继续。',
  'Another device has written this session with a newer version of Reflexor. Reload to update this one; if it stays so, the storage was changed.':
    '另一台设备用更新版本的 Reflexor 写入了此会话。请重新加载以更新；如果仍然如此，说明存储被更改过。',
  'The storage of your devices holds something of this session that cannot be read. Nothing was taken over.':
    '设备存储中有此会话的内容无法读取。没有接管任何内容。',
  'The storage of your devices was emptied. This device still has the session: share it again, or continue with a copy.':
    '你的设备存储已被清空。此设备仍有该会话：请重新共享，或用副本继续。',
  'Another device has this name. Choose one that tells the two apart.':
    '另一台设备已用此名称。请选择能区分两者的名称。',
  'What another device wrote cannot be followed: an input of it does not apply here.':
    '无法跟随另一台设备写入的内容：其中一条输入在此无法应用。',
  'This session cannot be followed: it is {state} here.': '无法跟随此会话：它在此处的状态为 {state}。',
  'Where this session stands among your devices is damaged, so it may be running on another one. It can be exported.':
    '此会话在各设备间的状态记录已损坏，可能正在另一台设备上运行。可以导出它。',
  'This session goes on on another device. Connect the storage of your devices again to go on with it on this one.':
    '此会话正在另一台设备上继续。请重新连接设备存储，以便在本设备上继续。',
} as const
