import * as z from 'zod/mini'
import { ProjectLine } from '../settings/projects.ts'

export const PROJECT_LIST = { 'list-projects': { result: z.array(ProjectLine) } }
