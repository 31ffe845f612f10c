import * as m from '#messages/names.json'

/** The name of a deleted account on tickets, on events and in an organizer's list. The server stores and compares the English one, like
 *  the other names of its file: to change one needs a migration. */
export const deletedAccount = m.deletedAccount

/** The user id of a deleted account. */
export const nobody = 0
