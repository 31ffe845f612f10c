import { bangkok } from '#contract/events/event-place.ts'

import type { Place } from '#contract/places.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface MapOptions {
  /** The element that the map fills. */
  element: HTMLElement
  centre: Point
  /** The position of the pin; null for none. */
  pin: Point | null
  /** Called when the pin is dragged or a point is pressed. Without it the map is read-only. */
  onPlace?: ((point: Point) => void) | undefined
  /** Called if the map cannot be shown because its service does not answer. */
  onTrouble: () => void
}

export interface MapView {
  /** Moves the pin to a point, and the map if the point is out of view. */
  place(point: Point): void
  /** The point this many pixels to the right of and below another one. */
  beside(point: Point, right: number, down: number): Point
  remove(): void
}

/** A search result; its details may need another request. */
export interface Suggestion {
  text: string
  place(): Promise<Place>
}

/** A map service: OpenStreetMap, or Google if the operator has a key. */
export interface MapService {
  showMap(options: MapOptions): Promise<MapView>
  /** Finds places by name or address, best first. */
  search(words: string, signal: AbortSignal): Promise<Suggestion[]>
  /** The address of a point; '' if unknown. */
  addressAt(point: Point): Promise<string>
  /** The message shown if `showMap` fails. */
  trouble: string
}

export const mapZoom = 15

/** The centre of a map that has no pin yet (specification, section 9). */
export const mapCentre: Point = bangkok

interface Spot {
  address: string
  latitude: number
  longitude: number
}

/** A link to Google Maps for the place, by its address or else its coordinates. Open it in a new tab. */
export function mapsSearch({ address, latitude, longitude }: Spot): string {
  const query = address.trim() || `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}

/** Null if no point was chosen: the server then stores the centre of Bangkok. */
export function placedAt({ latitude, longitude }: Point): Point | null {
  const unsaid = latitude === bangkok.latitude && longitude === bangkok.longitude
  return unsaid ? null : { latitude, longitude }
}

/** Rounds a point to about ten centimetres: a map on a screen is not more precise. */
export function rounded({ latitude, longitude }: Point): Point {
  return { latitude: round(latitude), longitude: round(longitude) }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** The pin as SVG of 44 by 44 pixels; its tip is at x 22, y 42. */
export const pinShape = `<svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
<path d="M22 42C14 32 9 26 9 17.5a13 13 0 0 1 26 0C35 26 30 32 22 42Z" fill="var(--accent)" stroke="#fff" stroke-width="2"/>
<circle cx="22" cy="17.5" r="5" fill="#fff"/></svg>`
