export const pictures = {
  Pictures: '图片',
  'Model for pictures': '生成图片的模型',
  'Find a model for pictures': '查找生成图片的模型',
  'Chosen at the session’s provider': '由会话的模型服务商自动选择',
  'image generate draw photo': '图像 生成 绘画 照片',
  'Make picture': '生成图片',
  'Made a picture': '生成了图片',
  'made a picture': '生成了图片',
  'made {n} pictures': '生成了 {n} 张图片',
  '1 picture made': '已生成 1 张图片',
  '{n} pictures made': '已生成 {n} 张图片',
  'Makes or changes a picture with the model for pictures. Your provider charges for each.':
    '用生成图片的模型生成或修改图片。模型服务商按张收费。',
}
