import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'

/** Where `npm run build` puts the files for browsers. */
export const clientFolder = path.join(packageRoot(), 'build', 'client')
const serverBuild = path.join(packageRoot(), 'build', 'server', 'index.js')

export const isBuilt = () => existsSync(serverBuild)

/** The built pages, loaded once. */
let built: Promise<ServerBuild> | null = null
export function loadBuild(): Promise<ServerBuild> {
  built ??= import(pathToFileURL(serverBuild).href)
  return built
}

/** Vite inside this server, for `npm run dev`: serves the sources and updates open pages. */
export async function startVite(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: packageRoot(),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  return {
    middleware: vite.middlewares,
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
  }
}

/** The folder of package.json, whether this file runs in server/lib or bundled in build/main.js. */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}
