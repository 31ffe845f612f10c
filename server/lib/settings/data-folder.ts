import { chmod, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Permissions for what only the server's user may read: passwords, mails, slips' pictures. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Closes the data folder and its pictures to other users of the machine, as for new ones. Does nothing if it is missing or
 *  belongs to another user. */
export async function closeDataFolder(dataDir: string): Promise<void> {
  await chmod(dataDir, privateFolder).catch(() => undefined)
  const pictures = path.join(dataDir, 'pictures')
  const found = await stat(pictures).catch(() => null)
  // The folder is closed last: if it is closed, all its files are.
  if (found === null || (found.mode & 0o777) === privateFolder) return
  for (const name of await readdir(pictures)) await chmod(path.join(pictures, name), privateFile).catch(() => undefined)
  await chmod(pictures, privateFolder).catch(() => undefined)
}
