/** The name in place of somebody whose account is deleted: on a ticket, in an organizer's list, beside an event. */
export const deletedAccount = 'Deleted account'

/** The id in place of that of somebody whose account is deleted. */
export const nobody = 0
