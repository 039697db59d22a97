import type { Tool } from '../tool.ts'
import type { Disk } from './disk.ts'
import { diskDelete } from './disk-delete.ts'
import { diskEdit } from './disk-edit.ts'
import { diskFind } from './disk-find.ts'
import { diskList } from './disk-list.ts'
import { diskRead } from './disk-read.ts'
import { diskSearch } from './disk-search.ts'
import { diskToWorkspace } from './disk-to-workspace.ts'
import { diskWrite } from './disk-write.ts'

/** The tools of a session with a linked folder. To add a tool, add one file and one line here. */
export const diskTools = (disk: Disk): Tool[] => [
  diskList(disk),
  diskFind(disk),
  diskRead(disk),
  diskSearch(disk),
  diskWrite(disk),
  diskEdit(disk),
  diskDelete(disk),
  diskToWorkspace(disk),
]
