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
  'Allow this page as described below, then test again.': '请按下文允许本页面访问，然后重新测试。',
  'Test again. If this persists, the server or the connection is too slow.':
    '请重新测试；如果仍然如此，说明服务器或网络太慢。',
  'Set this device’s clock, then test again.': '请校准此设备的时钟，然后重新测试。',
  'Nothing is lost here. Check the storage’s disk and log, or use another storage.':
    '本机没有丢失任何内容。请检查存储的磁盘和日志，或换用其他存储。',
  'Free up space there, or use another storage.': '请腾出空间，或换用其他存储。',
  'Test again later.': '请稍后重新测试。',
  'Raise the server’s request size limit.': '请提高服务器对请求大小的上限。',
  'Check the address: it must be the storage itself, not a web page about it.':
    '请检查地址：应为存储本身的地址，而不是介绍它的网页。',
  'The storage took longer than {n} seconds.': '存储耗时超过 {n} 秒。',
  'This device’s clock is {time} behind the storage’s. That is accounted for.':
    '此设备的时钟比存储慢 {time}，已作调整。',
  'This device’s clock is {time} ahead of the storage’s. That is accounted for.':
    '此设备的时钟比存储快 {time}，已作调整。',
  'Server address, for example https://couch.example.org': '服务器的地址，例如 https://couch.example.org',
  Database: '数据库',
  'It must exist.': '必须已经存在。',
  'User name': '用户名',
  'Preferably a separate user with access to this database only.': '最好使用专用的用户，且只是此数据库的成员。',
  Password: '密码',
  'Database names use lowercase letters, digits, - and _.': '数据库名称只能包含小写字母、数字、- 和 _。',
  'Allow this page: add this to local.ini (or set it under Configuration in Fauxton) and restart CouchDB.':
    '允许本页面访问：将以下内容写入 local.ini（或在 Fauxton 的 Configuration 中设置），然后重启 CouchDB。',
  'Create the database and a user who is a member of it. Use a single node: clusters are rejected.':
    '创建数据库，以及属于它的用户。请使用单节点：不接受集群。',
  'Check the user name and password, and that the user is a member of the database.':
    '请检查用户名和密码，以及该用户是否为数据库的成员。',
  'Create the database there, or correct its name.': '请在那里创建数据库，或更正名称。',
  Bucket: '存储桶',
  'It must exist. Preferably a separate bucket.': '必须已经存在。最好专用。',
  Region: '区域',
  'Access key ID': '访问密钥 ID',
  'A key for this bucket only: read, write, list and delete.': '仅用于此存储桶的密钥：读取、写入、列出和删除。',
  'Secret access key': '访问密钥',
  'Bucket names use only letters, digits, - and .': '存储桶名称只能包含字母、数字、- 和 .。',
  'Create the bucket there, or correct its name and the address.': '请在那里创建存储桶，或更正名称和地址。',
  'Copy both keys again. Check the region, and that the key can read, write, list and delete in this bucket.':
    '请重新复制两个密钥，检查区域，并确认密钥可以在此存储桶中读取、写入、列出和删除。',
  'For example https://0123456789abcdef.r2.cloudflarestorage.com, without the bucket':
    '例如 https://0123456789abcdef.r2.cloudflarestorage.com，不含存储桶',
  'In the bucket’s settings, under CORS policy, add this:': '在存储桶设置的 CORS 策略中添加：',
  'R2 needs an API token with "Object Read & Write" for this bucket.':
    'R2 需要对此存储桶具有“Object Read & Write”权限的 API 令牌。',
  'For example https://s3.eu-central-1.amazonaws.com, without the bucket':
    '例如 https://s3.eu-central-1.amazonaws.com，不含存储桶',
  'For example eu-central-1': '例如 eu-central-1',
  'In the bucket’s permissions, under Cross-origin resource sharing, add this:':
    '在存储桶权限的跨源资源共享（CORS）中添加：',
  'It needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.':
    '需要 s3:GetObject、s3:PutObject、s3:DeleteObject 和 s3:ListBucket。',
  'Other S3 (Ceph, OVH, Scaleway, SeaweedFS…)': '其他 S3（Ceph、OVH、Scaleway、SeaweedFS…）',
  'Server address, without the bucket': '服务器的地址，不含存储桶',
  'See your provider.': '以模型服务商的说明为准。',
  'Give the bucket these rules for web pages (CORS), with the provider’s page or aws s3api put-bucket-cors:':
    '通过模型服务商的页面或 aws s3api put-bucket-cors，为存储桶设置以下网页规则（CORS）：',
  'Two devices can’t overwrite each other here.': '此存储能把两台设备区分开。',
  'Two devices could overwrite each other there, so it can’t be used.': '两台设备可能在那里互相覆盖，因此不能使用。',
  'This storage overwrites existing data even when told not to.': '此存储会覆盖已有内容，即使被要求不要覆盖。',
  'This storage didn’t return what was just written.': '此存储没有返回刚刚写入的内容。',
  'This storage doesn’t confirm writes.': '此存储不说明写入的结果。',
  'With {n} simultaneous writers, this storage told {winners} of them that they were first.':
    '{n} 个写入者同时写入时，此存储告诉其中 {winners} 个它们是第一个。',
  'This isn’t a recovery code. It starts with "reflexor-".': '这不是恢复码：恢复码以“reflexor-”开头。',
  'This recovery code is from a newer version of Reflexor. Update this one.':
    '此恢复码来自更新版本的 Reflexor：请更新。',
  'The recovery code is incomplete or has a typo.': '恢复码不完整：缺少一部分，或有字符错误。',
  'This recovery code can’t be read.': '此恢复码的内容无法读取。',
  'Enter the {field}.': '请输入 {field}。',
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
