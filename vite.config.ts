import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserContract } from './scripts/bundling/browser-contract.ts'

/** What the built pages load from node_modules at run time; everything else becomes part of build/server/index.js. */
const external = ['react', 'react-dom', 'react-router', '@react-router/node', 'zod']

/** What every page loads, in few files; otherwise a page would be fifty small requests. */
const chunks = [
  // Changes only with a version of these.
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
  { name: 'shell', test: /\/web\/features\/shell\//, priority: 1 },
  // Not for pages without a form.
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 2 },
  { name: 'contract', test: /\/contract\/[^?]+\.ts\?plain$/, priority: 4 },
  // The contract's schemas, which only forms check by; all else of the contract is in modules `?plain`.
  { name: 'schemas', test: /node_modules\/zod\/|\/contract\/[^?]+\.ts$/, priority: 3 },
  { name: 'shared', minShareCount: 4 },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), browserContract(import.meta.dirname), reactRouter()],
  publicDir: 'web/public',
  // Fonts and pictures inside style sheets would need `data:` in the Content-Security-Policy.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } },
    },
  },
  ...(command === 'build' ? { ssr: { noExternal: true as const, external } } : {}),
}))
