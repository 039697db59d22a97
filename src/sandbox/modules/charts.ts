import echarts from 'echarts/dist/echarts.min?raw'
import { common } from './common-js.ts'

const NAMES = [
  ...['init', 'use', 'graphic', 'format', 'time', 'number', 'color', 'util', 'version'],
  ...['registerMap', 'registerTheme', 'registerTransform'],
]

/** Charts: a part for itself, since it is larger than all other libraries together. */
export const ECHARTS = common(echarts, NAMES)
