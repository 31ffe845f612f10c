import { withoutLanguage } from '#contract/language/languages.ts'

/** Names shared by pages and the service worker. The number in a cache's name increases when the format of its
 *  content changes; a worker deletes caches that it does not know. */
export const pageCache = 'pages 1'
export const fileCache = 'files 1'

/** Header of a cached page: the files that it needs, separated by spaces. */
export const neededFiles = 'x-needed-files'

/** Matches by path only. Ignores `Vary`, because a cached answer is already decoded. */
export const byAddress = { ignoreVary: true, ignoreSearch: true } as const

const pages = /^\/(my-tickets|((virtual-)?ticket|pay)\/\d+|guest-ticket\/[\w-]+|events\/\d+\/check-in)\/?$/

/** Whether a page is cached for offline use once opened. */
export const isOfflinePage = (path: string) => pages.test(withoutLanguage(path))

/** Whether a file never changes under its name. */
export const isLastingFile = (path: string) => /^\/(assets|pictures)\//.test(path)

/** The part that all widths of a picture share: '/pictures/<id>' of '/pictures/<id>-640.webp'. */
export const nameOfPicture = (address: string) => /\/pictures\/[\w-]+(?=-\d+\.\w+$)/.exec(address)?.[0]
