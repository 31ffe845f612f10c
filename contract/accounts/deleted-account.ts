/** The name of a deleted account on tickets, on events and in an organizer's list. */
export const deletedAccount = 'Deleted account'

/** The user id of a deleted account. */
export const nobody = 0
