import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Language } from '#contract/language/languages.ts'
import { packageRoot } from '#server/lib/settings/package-root.ts'

/** Where `npm run build` puts the files for browsers. */
export const clientFolder = path.join(packageRoot, 'build', 'client')
const serverBuild = (language: Language) =>
  path.join(packageRoot, 'build', language === 'en' ? '' : language, 'server', 'index.js')

export const isBuilt = () => existsSync(serverBuild('en'))

/** The built pages in a language, loaded once. */
export function loadBuild(language: Language): Promise<ServerBuild> {
  return import(pathToFileURL(serverBuild(language)).href)
}

/** Vite inside this server, for `npm run dev`: serves the sources and updates open pages. Each language has its own. */
export async function startVite(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const started = new Map<Language, ReturnType<typeof start>>()
  // One after another, because they read their language from the environment.
  let last: Promise<unknown> = Promise.resolve()

  async function start(language: Language) {
    process.env.VITE_LANGUAGE = language
    const vite = await createServer({
      root: packageRoot,
      appType: 'custom',
      cacheDir: `node_modules/.vite/${language}`,
      server: { middlewareMode: true, hmr: { server: app.server, path: `hmr-${language}` } },
    })
    return {
      middleware: vite.middlewares,
      loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
      close: () => vite.close(),
    }
  }

  app.addHook('onClose', async () => {
    for (const vite of started.values()) await (await vite).close()
  })
  return (language: Language) => {
    const known = started.get(language)
    if (known) return known
    const vite = last.then(() => start(language))
    started.set(language, vite)
    last = vite.catch(() => {})
    return vite
  }
}
