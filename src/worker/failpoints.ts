import { type FailpointName, failpoint } from '../storage/failpoint.ts'

/** Passes a named failpoint; in production builds this is empty. */
export const failpointIn = async (name: FailpointName): Promise<void> => {
  if (__FAILPOINTS__) await failpoint(name)
}
