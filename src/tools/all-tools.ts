import { runJavascript } from './code/run-javascript.ts'
import { showArtifact } from './code/show-artifact.ts'
import { makeDocument } from './documents/make-document.ts'
import { delegate } from './helpers/delegate.ts'
import { askUser } from './person/ask-user.ts'
import { every } from './person/every.ts'
import { notify } from './person/notify.ts'
import { forget, remember } from './person/remember.ts'
import { updatePlan } from './person/update-plan.ts'
import { waitTool } from './person/wait.ts'
import { runPython } from './python/run-python.ts'
import { findTools } from './servers/find-tools.ts'
import { runShell } from './shell/run-shell.ts'
import { testTools } from './test-tools.ts'
import type { Tool } from './tool.ts'
import { fetchPage } from './web/fetch-page.ts'
import { searchWeb } from './web/search-web.ts'
import { deleteFile } from './workspace/delete-file.ts'
import { editFile } from './workspace/edit-file.ts'
import { findFiles } from './workspace/find-files.ts'
import { listFiles } from './workspace/list-files.ts'
import { moveFile } from './workspace/move-file.ts'
import { readFile } from './workspace/read-file.ts'
import { readResult } from './workspace/read-result.ts'
import { searchFiles } from './workspace/search-files.ts'
import { writeFile } from './workspace/write-file.ts'

/**
 * Every tool of the product, in the order in which models and people see them. To add a tool, add one file and one line
 * here.
 */
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
  runShell,
  runJavascript,
  runPython,
  makeDocument,
  showArtifact,
  searchWeb,
  fetchPage,
  delegate,
  updatePlan,
  askUser,
  waitTool(),
  every,
  notify,
  remember,
  forget,
  findTools,
  ...(__FAILPOINTS__ ? testTools() : []),
]
