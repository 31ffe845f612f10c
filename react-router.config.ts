import type { Config } from '@react-router/dev/config'
import { inLanguage, type Language } from './contract/language/languages.ts'
import { compressFolder } from './scripts/bundling/compress-assets.ts'

/** Each language is a build of its own (vite.config.ts). */
const language = (process.env.VITE_LANGUAGE ?? 'en') as Language
const folder = `build${language === 'en' ? '' : `/${language}`}`

export default {
  appDirectory: 'web',
  basename: inLanguage('/', language),
  buildDirectory: folder,
  ssr: true,
  // The whole route table in one cached file; asking for it piece by piece would cost a round trip a page.
  routeDiscovery: { mode: 'initial' },
  future: {
    // Loaders read `context.call(...)`; under middleware the context would be a bag of keys.
    v8_middleware: false,
    v8_passThroughRequests: true,
    // Pages are small: each of their parts in a file of its own would only be more requests.
    v8_splitRouteModules: false,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
  buildEnd: () => compressFolder(`${folder}/client`),
} satisfies Config
