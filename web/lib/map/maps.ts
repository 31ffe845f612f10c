interface Spot {
  address: string
  latitude: number
  longitude: number
}

/** The address of a maps search for the place, by its address or else by its coordinates. Open it in a new tab. */
export function mapsSearch({ address, latitude, longitude }: Spot): string {
  const query = address.trim() || `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}
