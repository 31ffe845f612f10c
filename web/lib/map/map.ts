import { bangkok } from '#contract/events/event-draft.ts'
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
  /** Called when the map has nothing to show because its service does not answer. */
  onTrouble: () => void
}

export interface MapView {
  /** Puts the pin at a point and moves the map so that it is visible. */
  place(point: Point): void
  /** The point this many pixels to the right of and below another one. */
  beside(point: Point, right: number, down: number): Point
  remove(): void
}

/** A place that was found; its details may need another request. */
export interface Suggestion {
  text: string
  place(): Promise<Place>
}

/** The functions of a map that the product needs. Two services offer them: OpenStreetMap, and Google where the
 *  operator has a key. */
export interface MapService {
  showMap(options: MapOptions): Promise<MapView>
  /** Finds places by name or address, best first. */
  search(words: string, signal: AbortSignal): Promise<Suggestion[]>
  /** The address at a point; '' where none is known. */
  addressAt(point: Point): Promise<string>
  /** The words to show where `showMap` fails. */
  trouble: string
}

export const mapZoom = 15

/** The centre of a map that has no pin yet (specification, section 9). */
export const mapCentre: Point = bangkok
