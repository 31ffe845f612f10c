/** The name of a deleted account: on a ticket, in an organizer's list, on an event. */
export const deletedAccount = 'Deleted account'

/** The user id of a deleted account. */
export const nobody = 0
