export const NO_STORAGE =
  'This session goes on on another device. Connect the storage of your devices again to go on with it on this one.'
