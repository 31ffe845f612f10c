import type { Settings } from '#server/lib/settings/settings.ts'
import { openPictureFolder, type PictureStore } from './picture-folder.ts'
import { openBucket } from './s3.ts'

/** The bucket that the settings name, else a folder in the data folder. */
export function openPictureStore(settings: Settings): PictureStore {
  return openBucket(settings) ?? openPictureFolder(settings)
}
