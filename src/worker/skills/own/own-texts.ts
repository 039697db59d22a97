import { DATA_ANALYSIS } from './data-analysis.ts'
import { DOCUMENT } from './document.ts'
import { RESEARCH_REPORT } from './research-report.ts'
import { SMALL_WEB_APP } from './small-web-app.ts'
import { SPREADSHEET } from './spreadsheet.ts'

/** The instructions of our own skills, by name. `SKILL.md` is made from these and their descriptions. */
export const OWN_TEXTS: Readonly<Record<string, string>> = {
  spreadsheet: SPREADSHEET,
  document: DOCUMENT,
  'research-report': RESEARCH_REPORT,
  'data-analysis': DATA_ANALYSIS,
  'small-web-app': SMALL_WEB_APP,
}
