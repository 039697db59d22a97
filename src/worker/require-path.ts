import { parsePath } from '../tools/workspace/path.ts'
import { Refused, refused } from './refused.ts'

/** A name from a page goes through the same gate as a tool's; what is deleted may have any name. */
export function requirePath(path: string): void {
  const parsed = parsePath(path)
  if (parsed.problem !== undefined) throw new Refused(parsed.problem)
  if (parsed.path !== path) throw refused('name-not-normal')
}
