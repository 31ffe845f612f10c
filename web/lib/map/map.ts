import { bangkok } from '#contract/events/event-draft.ts'
import type { Place } from '#contract/places.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface MapOptions {
  /** What the map fills. */
  element: HTMLElement
  centre: Point
  /** Where the pin stands; null for none. */
  pin: Point | null
  /** The pin was dragged, or a place was pressed. Without it the map is only to be looked at. */
  onPlace?: ((point: Point) => void) | undefined
  /** The map has nothing to show: its service does not answer. */
  onTrouble: () => void
}

export interface MapView {
  /** Puts the pin there and brings it into sight. */
  place(point: Point): void
  /** The point so many pixels right of and below another one. */
  beside(point: Point, right: number, down: number): Point
  remove(): void
}

/** A place that was found; what it is exactly may have to be asked for. */
export interface Suggestion {
  text: string
  place(): Promise<Place>
}

/** All that the product wants of a map. Two services offer it: OpenStreetMap, and Google where the operator has a key. */
export interface MapService {
  showMap(options: MapOptions): Promise<MapView>
  /** Places by their name or address, best first. */
  search(words: string, signal: AbortSignal): Promise<Suggestion[]>
  /** What stands at a point; '' where nothing is known. */
  addressAt(point: Point): Promise<string>
  /** What to say where `showMap` fails. */
  trouble: string
}

export const mapZoom = 15

/** Where a map opens that has no pin yet (specification, section 9). */
export const mapCentre: Point = bangkok
