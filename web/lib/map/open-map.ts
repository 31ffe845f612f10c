import { divIcon, type LatLng, type Map as LeafletMap, map as leafletMap, marker, tileLayer } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './open-map.css'
import { type MapOptions, type MapView, mapZoom, type Point, pinShape } from './map.ts'

/** Opens in a new tab, because the map is part of a form. */
const credit =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a> contributors'

/** OpenStreetMap in Leaflet. `tiles` is an address with {z}, {x} and {y} in it. */
export function showOpenMap(tiles: string, { element, centre, pin, onPlace, onTrouble }: MapOptions): MapView {
  // Scrolling the page with a finger or wheel must not move the map instead.
  const dragging = onPlace !== undefined || !matchMedia('(pointer: coarse)').matches
  const map = leafletMap(element, { scrollWheelZoom: false, dragging }).setView(at(centre), mapZoom)
  map.attributionControl.setPrefix(false)
  addTiles(map, tiles, onTrouble)

  const icon = divIcon({ className: 'map-pin', html: pinShape, iconSize: [44, 44], iconAnchor: [22, 42] })
  const sign = marker(at(pin ?? centre), {
    icon,
    draggable: Boolean(onPlace),
    keyboard: false,
    interactive: Boolean(onPlace),
  })
  if (pin || onPlace) sign.addTo(map)
  if (onPlace) {
    sign.on('dragend', () => onPlace(pointOf(sign.getLatLng())))
    map.on('click', ({ latlng }) => {
      sign.setLatLng(latlng)
      onPlace(pointOf(latlng))
    })
  }

  const sizes = new ResizeObserver(() => map.invalidateSize())
  sizes.observe(element)

  return {
    place: (point) => {
      sign.setLatLng(at(point)).addTo(map)
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
  // A single missing tile is no failure; only a map without any tile is.
  layer.on('load', () => {
    if (!loaded) onTrouble()
  })
  layer.addTo(map)
}

const at = ({ latitude, longitude }: Point): [number, number] => [latitude, longitude]

/** Maps repeat to the left and right, so the longitude is wrapped into the world's range. */
function pointOf(place: LatLng): Point {
  const { lat, lng } = place.wrap()
  return { latitude: lat, longitude: lng }
}
