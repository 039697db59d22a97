export const devices = {
  'Connect with a code': '用恢复码连接',
  'Another device is already connected': '另一台设备已有存储',
  'Recovery code': '恢复码',
  'On the other device: Settings, Devices, Recovery code.': '在那台设备的“设置 > 设备”中，“恢复码”一栏。',
  'Passphrase of the code': '恢复码的口令',
  'The passphrase set when the code was created.': '生成恢复码时设置的口令。',
  'This device will use the {engine} storage at {url}.': '此设备将使用位于 {url} 的 {engine} 存储。',
  'Connect this device': '连接此设备',
  'Testing, then connecting…': '正在测试，随后连接…',
  'Connect a storage': '连接存储',
  'A test checks that it works for this.': '无论名称如何，是否适用由测试决定。',
  Connect: '连接',
  'The test writes about fifty small objects and deletes them.': '测试会写入约五十个小对象，然后删除。',
  'Connected storage': '已连接的存储',
  Where: '位置',
  Connected: '连接时间',
  'Paused: nothing is sent or received': '已暂停：不发送也不获取',
  'Since {when}. Your work here is saved and will be sent when the storage is available.':
    '自 {when} 起一直如此。此处所做的都会保留，待存储接受后再发送。',
  Requests: '请求数',
  'not known yet': '尚不清楚',
  '{n} an hour': '每小时 {n} 次',
  '{work} while active, {rest} when idle; counted over {time}':
    '此处有任务运行或正在查看时 {work}，空闲时 {rest}；在此设备上统计了 {time}',
  'Share providers and keys with my devices': '把模型服务商及其密钥借给我的设备',
  'Off: each device has its own providers. On: the providers set up here are stored with their keys, encrypted like everything else, and used by your devices that have this on. Changes and removals follow. Anyone with the recovery code can then use these keys. Providers set up on a device stay as they are there. Local servers are not shared.':
    '关闭：每台设备使用自己的模型服务商。打开：在此设置的模型服务商连同密钥会像其他内容一样加密后放入存储，同样打开此项的设备会使用它们，更改和删除也会同步。这样，拿到恢复码的人也能使用这些密钥。在某台设备上自行设置的模型服务商在那里保持不变。本地服务器只留在此处。',
  'When you turn this off, they are deleted from the storage as soon as it responds, and removed from the devices that use them.':
    '关闭后，一旦存储有响应就会在其中删除它们，并从使用它们的设备上移除借出的内容。',
  'Shared providers': '借用的模型服务商',
  '{provider}, from {device}': '{provider}，来自 {device}',
  'Its keys can no longer be read on this device. Forget it here and connect again with the recovery code.':
    '它的密钥在此设备上已无法读取。请在此忘记它，然后用恢复码重新连接。',
  'Forget it here? Press again': '在此忘记？再按一次确认',
  'Forget this storage here': '在此忘记该存储',
  'This removes its address, credentials and key from this browser. The data in the storage stays, and only the recovery code can open it again.':
    '忘记会从此浏览器中移除它的地址、凭据和密钥。存储中的内容仍会保留，只有恢复码能再次打开。',
  'Your devices sync through a storage that you run or rent. There is no Reflexor server. Everything is encrypted on this device first. The storage sees how much is sent and when, never the content.':
    '两台设备通过你自己运行或租用的存储相连：没有我们的服务器。所有内容都先在此设备上加密；存储只能看到数据量和时间，看不到内容。',
  'Sharing starts with a session’s next step. Other devices can watch it run and take it over in the middle of a run. Providers and keys stay on each device unless you choose otherwise.':
    '会话从下一步开始共享。它在这里运行时，另一台设备可以查看，也可以在运行中途接管。除非你另有选择，模型服务商及其密钥留在各自的设备上。',
  'Set this up first': '需要先在那里设置的内容',
  'Use it to connect another device, or to recover if you lose this one. Scan it with a phone’s camera and copy the text. Anyone who has it can read everything in the storage, so keep it as safe as a key. With a passphrase, the code alone is useless.':
    '它可以连接另一台设备，也能找回随本设备丢失的内容：用手机相机扫描并复制文字。拿到它的人可以读取存储中的一切：请像保管钥匙一样保管它。加上口令后，没有口令就无法使用。',
  'Passphrase (optional)': '恢复码的保护口令（可选）',
  'Recovery code as a QR code': '恢复码的二维码',
  'Show recovery code': '显示恢复码',
  'New code': '生成新代码',
  'Check the fields above.': '上面有内容缺失或有误。',
  'Code result': '恢复码的结果',
  'Test result': '测试结果',
  'Result for the stored data': '存储内容的结果',
  'Server address, for example https://couch.example.org': '服务器的地址，例如 https://couch.example.org',
  Database: '数据库',
  'It must exist.': '必须已经存在。',
  'User name': '用户名',
  'Preferably a separate user with access to this database only.': '最好使用专用的用户，且只是此数据库的成员。',
  Password: '密码',
  'Allow this page: add this to local.ini (or set it under Configuration in Fauxton) and restart CouchDB.':
    '允许本页面访问：将以下内容写入 local.ini（或在 Fauxton 的 Configuration 中设置），然后重启 CouchDB。',
  'Create the database and a user who is a member of it. Use a single node: clusters are rejected.':
    '创建数据库，以及属于它的用户。请使用单节点：不接受集群。',
  Bucket: '存储桶',
  'It must exist. Preferably a separate bucket.': '必须已经存在。最好专用。',
  Region: '区域',
  'Access key ID': '访问密钥 ID',
  'A key for this bucket only: read, write, list and delete.': '仅用于此存储桶的密钥：读取、写入、列出和删除。',
  'Secret access key': '访问密钥',
  'For example https://0123456789abcdef.r2.cloudflarestorage.com, without the bucket':
    '例如 https://0123456789abcdef.r2.cloudflarestorage.com，不含存储桶',
  'In the bucket’s settings, under CORS policy, add this:': '在存储桶设置的 CORS 策略中添加：',
  'For example https://s3.eu-central-1.amazonaws.com, without the bucket':
    '例如 https://s3.eu-central-1.amazonaws.com，不含存储桶',
  'For example eu-central-1': '例如 eu-central-1',
  'In the bucket’s permissions, under Cross-origin resource sharing, add this:':
    '在存储桶权限的跨源资源共享（CORS）中添加：',
  'Other S3 (Ceph, OVH, Scaleway, SeaweedFS…)': '其他 S3（Ceph、OVH、Scaleway、SeaweedFS…）',
  'Server address, without the bucket': '服务器的地址，不含存储桶',
  'See your provider.': '以存储服务商的说明为准。',
  'Give the bucket these rules for web pages (CORS), with the provider’s page or aws s3api put-bucket-cors:':
    '通过存储服务商的页面或 aws s3api put-bucket-cors，为存储桶设置以下网页规则（CORS）：',
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
  'Database names use lowercase letters, digits, - and _.': '数据库名称只能包含小写字母、数字、- 和 _。',
  'Check the user name and password, and that the user is a member of the database.':
    '请检查用户名和密码，以及该用户是否为数据库的成员。',
  'Create the database there, or correct its name.': '请在那里创建数据库，或更正名称。',
  'Bucket names use only letters, digits, - and .': '存储桶名称只能包含字母、数字、- 和 .。',
  'Create the bucket there, or correct its name and the address.': '请在那里创建存储桶，或更正名称和地址。',
  'Copy both keys again. Check the region, and that the key can read, write, list and delete in this bucket.':
    '请重新复制两个密钥，检查区域，并确认密钥可以在此存储桶中读取、写入、列出和删除。',
  'R2 needs an API token with "Object Read & Write" for this bucket.':
    'R2 需要对此存储桶具有“Object Read & Write”权限的 API 令牌。',
  'It needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.':
    '需要 s3:GetObject、s3:PutObject、s3:DeleteObject 和 s3:ListBucket。',
  'Enter the address of the storage. It begins with https://.': '请输入存储的地址，以 https:// 开头。',
  'Enter the {field}.': '请输入 {field}。',
} as const
