/** The part of Google's maps library that is used here: https://developers.google.com/maps/documentation/javascript/reference */
export interface GoogleMaps {
  Map: new (element: HTMLElement, options: object) => GoogleMap
  Marker: new (options: object) => GoogleMarker
  Geocoder: new () => { geocode(request: object): Promise<{ results: { formatted_address: string }[] }> }
  Point: new (x: number, y: number) => GooglePixel
  importLibrary(name: 'places'): Promise<GooglePlaces>
}

export interface GoogleMap {
  panTo(place: LatLngLiteral): void
  getBounds(): { contains(place: LatLngLiteral): boolean } | undefined
  getZoom(): number | undefined
  getProjection(): Projection | undefined
  addListener(name: 'click' | 'idle', listener: (press: { latLng: GoogleLatLng | null }) => void): void
}

export interface GoogleMarker {
  setMap(map: GoogleMap | null): void
  setPosition(place: LatLngLiteral): void
  getPosition(): GoogleLatLng | null | undefined
  addListener(name: 'dragend', listener: () => void): void
}

export interface LatLngLiteral {
  lat: number
  lng: number
}

export interface GoogleLatLng {
  lat(): number
  lng(): number
}

interface GooglePixel {
  x: number
  y: number
}

interface Projection {
  fromLatLngToPoint(place: LatLngLiteral): GooglePixel | null
  fromPointToLatLng(point: GooglePixel): GoogleLatLng | null
}

export interface GooglePlaces {
  AutocompleteSessionToken: new () => object
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: object): Promise<{ suggestions: { placePrediction: Prediction | null }[] }>
  }
}

interface Prediction {
  text: { text: string }
  toPlace(): GooglePlace
}

interface GooglePlace {
  displayName?: string | null
  formattedAddress?: string | null
  location?: GoogleLatLng | null
  fetchFields(request: { fields: string[] }): Promise<unknown>
}
