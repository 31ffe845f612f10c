/** The panel of comments in an address: a login leads whoever was writing back to it. */
export const commentsHash = '#comments'

export const isBackFromLogin = () => window.location.hash === commentsHash
