import { t } from './t.ts'

/** What a session without a name of its own is called; the worker, which lists it, says that in English. */
export const sessionTitle = (title: string | undefined): string =>
  title === undefined || title === '' || title === 'New session' ? t('New session') : title
