/** The fields of an event that say where it is held. */
export interface Placed {
  is_online: boolean
  /** By its organizer's choice: the address follows. */
  place_to_be_announced: boolean
  address: string
}

/** Where an event is held, in words; '' of one in person that says nothing of it. */
export function placeInWords({ is_online, place_to_be_announced, address }: Placed): string {
  if (is_online) return 'Online Event'
  return place_to_be_announced ? 'Place to be announced' : address
}
