/** The name under which a ticket is kept; see lastSeen. */
export const ticketName = (ticketId: string | number) => `ticket ${ticketId}`
