export const NO_STORAGE =
  'This session is running on another device. Connect your sync storage again to continue it on this device.'
