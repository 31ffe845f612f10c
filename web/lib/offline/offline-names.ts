/** Names that pages and the service worker share. The number in a cache's name goes up when the format of its
 *  content changes; a worker deletes caches that it does not know. */
export const pageCache = 'pages 1'
export const fileCache = 'files 1'

/** Header of a cached page: the files that it needs, separated by spaces. */
export const neededFiles = 'x-needed-files'

/** Match by path only. `Vary` is ignored, because a cached answer is already decoded. */
export const byAddress = { ignoreVary: true, ignoreSearch: true } as const

const pages = /^\/(my-tickets|((virtual-)?ticket|pay)\/\d+|events\/\d+\/check-in)\/?$/

/** Pages that are cached once they were opened. */
export const isOfflinePage = (path: string) => pages.test(path)

/** Files that never change under their name. */
export const isLastingFile = (path: string) => /^\/(assets|pictures)\//.test(path)

/** What the files of one picture in its widths have in common: '/pictures/<id>' of '/pictures/<id>-640.webp'. */
export const nameOfPicture = (address: string) => /\/pictures\/[\w-]+(?=-\d+\.\w+$)/.exec(address)?.[0]
