import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const paragon = {
  name: 'Siam Paragon',
  display_name: 'Siam Paragon, 991 Rama I Road, Pathum Wan, Bangkok 10330',
  lat: '13.746603',
  lon: '100.534958',
}
const culturalCentre = {
  name: 'หอศิลปวัฒนธรรมแห่งกรุงเทพมหานคร',
  display_name: 'หอศิลปวัฒนธรรมแห่งกรุงเทพมหานคร, ถนนพระรามที่ 1, ปทุมวัน, กรุงเทพมหานคร 10330',
  lat: '13.746728',
  lon: '100.530284',
}

/** Stands in for OpenStreetMap: its tiles, and a geocoder that knows two places. */
export async function startMapService() {
  const service = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://map')
    const words = url.searchParams.get('q') ?? ''
    if (url.pathname.startsWith('/tiles/')) return sendTile(reply)
    if (url.pathname === '/search') return sendJson(reply, /siam|สยาม/i.test(words) ? [paragon, culturalCentre] : [])
    if (url.pathname === '/reverse') return sendJson(reply, culturalCentre)
    reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  return {
    settings: { MAP_TILES_URL: `${origin}/tiles/{z}/{x}/{y}.svg`, GEOCODER_URL: origin },
    stop: () => {
      service.closeAllConnections()
      service.close()
    },
  }
}

function sendJson(reply: ServerResponse, body: unknown) {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendTile(reply: ServerResponse) {
  const streets = '<path d="M0 90h256M0 200h256M60 0v256M190 0v256" stroke="#fff" stroke-width="14"/>'
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#e8e4da"/>${streets}</svg>`
  reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(tile)
}
