/**
 * What pages and the service worker agree on. A number in a name goes up when what lies in the cache changes its shape;
 * a worker throws away the caches that it does not know.
 */
export const pageCache = 'pages 1'
export const fileCache = 'files 1'

/** Header of a kept page that lists the files it needs, by a space between. */
export const neededFiles = 'x-needed-files'

/** Keys are whole addresses; what the server says about encodings plays no part once an answer is unpacked. */
export const byAddress = { ignoreVary: true, ignoreSearch: true } as const

const pages = /^\/(my-tickets|(virtual-)?ticket\/\d+|events\/\d+\/check-in)\/?$/

/** Whether a page works without a network once it was opened. */
export const isKeptPage = (path: string) => pages.test(path)

/** Whether a file never changes under its name, so that a kept one is as good as the server's. */
export const isLastingFile = (path: string) => /^\/(assets|pictures|covers)\//.test(path)
