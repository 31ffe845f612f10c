import { control, divIcon, type LatLng, type Map as LeafletMap, map as leafletMap, marker, tileLayer } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './open-map.css'
import * as m from '#messages/ui.json'
import { type MapOptions, type MapView, mapZoom, type Point, pinShape } from './map.ts'

/** Opens a new tab, because the map may be part of a form. */
const credit = m.mapCredit
  .replace('<link>', '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">')
  .replace('</link>', '</a>')

/** OpenStreetMap with Leaflet. `tiles` is an address with {z}, {x} and {y}. */
export function showOpenMap(tiles: string, { element, centre, pin, onPlace, onTrouble }: MapOptions): MapView {
  // Scrolling the page with a finger or wheel must not move the map instead.
  const dragging = onPlace !== undefined || !matchMedia('(pointer: coarse)').matches
  const map = leafletMap(element, { scrollWheelZoom: false, dragging, zoomControl: false })
  map.setView(at(centre), mapZoom)
  control.zoom({ zoomInTitle: m.zoomIn, zoomOutTitle: m.zoomOut }).addTo(map)
  map.attributionControl.setPrefix(false)
  addTiles(map, tiles, onTrouble)

  const icon = divIcon({ className: 'map-pin', html: pinShape, iconSize: [44, 44], iconAnchor: [22, 42] })
  const pinMarker = marker(at(pin ?? centre), {
    icon,
    draggable: Boolean(onPlace),
    keyboard: false,
    interactive: Boolean(onPlace),
  })
  if (pin || onPlace) pinMarker.addTo(map)
  if (onPlace) {
    pinMarker.on('dragend', () => onPlace(pointOf(pinMarker.getLatLng())))
    map.on('click', ({ latlng }) => {
      pinMarker.setLatLng(latlng)
      onPlace(pointOf(latlng))
    })
  }

  const sizes = new ResizeObserver(() => map.invalidateSize())
  sizes.observe(element)

  return {
    place: (point) => {
      pinMarker.setLatLng(at(point)).addTo(map)
      if (!map.getBounds().pad(-0.1).contains(at(point))) map.panTo(at(point))
    },
    beside: (point, right, down) => {
      const { x, y } = map.latLngToContainerPoint(at(point))
      return pointOf(map.containerPointToLatLng([x + right, y + down]))
    },
    remove: () => {
      sizes.disconnect()
      map.remove()
    },
  }
}

function addTiles(map: LeafletMap, address: string, onTrouble: () => void) {
  const layer = tileLayer(address, { attribution: credit, maxZoom: 19 })
  let loaded = false
  layer.on('tileload', () => {
    loaded = true
  })
  // A map fails only if no tile at all loads.
  layer.on('load', () => {
    if (!loaded) onTrouble()
  })
  layer.addTo(map)
}

const at = ({ latitude, longitude }: Point): [number, number] => [latitude, longitude]

/** The map repeats to the left and right, so the longitude is wrapped to -180 to 180. */
function pointOf(place: LatLng): Point {
  const { lat, lng } = place.wrap()
  return { latitude: lat, longitude: lng }
}
