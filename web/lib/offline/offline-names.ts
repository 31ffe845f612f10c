/** Names that pages and the service worker share. The number in a cache's name goes up when the format of its
 *  content changes; a worker deletes caches that it does not know. */
export const pageCache = 'pages 1'
export const fileCache = 'files 1'

/** A kept page's header with the files that it needs, separated by spaces. */
export const neededFiles = 'x-needed-files'

/** Entries are matched by path alone. `Vary` is ignored, because a kept answer is already decoded. */
export const byAddress = { ignoreVary: true, ignoreSearch: true } as const

const pages = /^\/(my-tickets|((virtual-)?ticket|pay)\/\d+|events\/\d+\/check-in)\/?$/

/** Whether a page is kept for a visit without a network once it was opened. */
export const isKeptPage = (path: string) => pages.test(path)

/** Whether a file never changes under its name, so that a kept copy is as good as the server's. */
export const isLastingFile = (path: string) => /^\/(assets|pictures)\//.test(path)

/** What the files of one picture in its widths have in common: '/pictures/<id>' of '/pictures/<id>-640.webp'. */
export const nameOfPicture = (address: string) => /\/pictures\/[\w-]+(?=-\d+\.\w+$)/.exec(address)?.[0]
