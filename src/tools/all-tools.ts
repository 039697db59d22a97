import { askUser } from './ask-user.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { fetchPage } from './fetch-page.ts'
import { findFiles } from './find-files.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { notify } from './notify.ts'
import { readFile } from './read-file.ts'
import { readResult } from './read-result.ts'
import { runJavascript } from './run-javascript.ts'
import { searchFiles } from './search-files.ts'
import { searchWeb } from './search-web.ts'
import { showArtifact } from './show-artifact.ts'
import { testTools } from './test-tools.ts'
import type { Tool } from './tool.ts'
import { waitTool } from './wait.ts'
import { writeFile } from './write-file.ts'

/** Every tool of the product, in the order in which models and people see them. A new tool is one file and one line here. */
export const ALL_TOOLS: readonly Tool[] = [
  listFiles,
  findFiles,
  readFile,
  searchFiles,
  writeFile,
  editFile,
  moveFile,
  deleteFile,
  readResult,
  runJavascript,
  showArtifact,
  searchWeb,
  fetchPage,
  askUser,
  waitTool(),
  notify,
  ...(__FAILPOINTS__ ? testTools() : []),
]
