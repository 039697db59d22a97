/**
 * Our own skills: the model may read them at any time, and is told those that are on. None is on at first, since each
 * costs about 20 tokens in every request.
 */
export const OWN_SKILLS: readonly { name: string; description: string }[] = [
  { name: 'spreadsheet', description: 'Build or change an .xlsx or .csv with checked formulas and totals.' },
  { name: 'document', description: 'Write a Word, PDF or PowerPoint document with a clear structure.' },
  { name: 'research-report', description: 'Answer a question from several sources, each claim with its source.' },
  { name: 'data-analysis', description: 'Find out what data says: load, clean, chart, conclude.' },
  { name: 'small-web-app', description: 'Make a page or small web app and see that it works.' },
]

export const isOwnSkill = (name: string): boolean => OWN_SKILLS.some((skill) => skill.name === name)
