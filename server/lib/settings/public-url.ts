import type { Settings } from './settings.ts'

/** The whole address of a page, as people reach it from outside: for mails and shares. */
export function publicUrl({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>, path: `/${string}`): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '') + path
}
