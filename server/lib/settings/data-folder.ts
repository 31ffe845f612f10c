import { chmod, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** For what only the server's user may read: passwords, mails, the pictures of transfer slips. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Closes the data folder and its pictures to other users of the machine, as it is for new ones. Does nothing where there is none,
 *  or where it belongs to another user. */
export async function closeDataFolder(dataDir: string): Promise<void> {
  await chmod(dataDir, privateFolder).catch(() => undefined)
  const pictures = path.join(dataDir, 'pictures')
  const found = await stat(pictures).catch(() => null)
  // The folder is closed last, so that of one that is closed all files are.
  if (found === null || (found.mode & 0o777) === privateFolder) return
  for (const name of await readdir(pictures)) await chmod(path.join(pictures, name), privateFile).catch(() => undefined)
  await chmod(pictures, privateFolder).catch(() => undefined)
}
