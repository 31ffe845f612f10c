import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { browserContract } from './scripts/bundling/browser-contract.ts'
import { firstCode, type Part } from './scripts/bundling/first-code.ts'

/** What the built pages load from node_modules at run time; everything else becomes part of build/server/index.js. */
const external = ['react', 'react-dom', 'react-router', '@react-router/node', 'zod']

const partOf = firstCode(import.meta.dirname)
/** What a page takes of the contract without its schemas. */
const calls = /\/contract\/[^?]+\.ts\?plain$/
/** The comments on an event, which only its page shows. */
const ofComments = /\/web\/features\/comments\/|\/contract\/(comments|moderation)\.ts/

/** What pages share, in few files; otherwise a page would be fifty small requests. A group takes with it what its modules
 *  import, but for what an earlier one has taken. */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Changes only with a version of these.
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  { name: only('shell', 'shell') },
  { name: only('events', 'events') },
  { name: only('lists', 'lists') },
  // What other pages use as well; the rest is in the page's own file.
  { name: only('list', 'list'), minShareCount: 2 },
  { name: only('event', 'event'), minShareCount: 2 },
  { name: only('contract-others', 'comments', null), test: (id) => calls.test(id) && !ofComments.test(id) },
  // The contract's schemas, which only forms check by.
  { name: 'schemas', test: /node_modules\/zod\/|\/contract\/[^?]+\.ts$/ },
  // What an event's page loads once it is there.
  {
    name: 'live',
    test: /\/web\/lib\/live\/(follow-event|presence|read-stream)\.ts$|\/web\/features\/live\/(live-)?news\.tsx?$|node_modules\/eventsource-parser\//,
  },
  { name: 'kept', test: /\/web\/lib\/storage\/kept\.ts$|node_modules\/idb\// },
  // Not for pages without a form.
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  // Not for pages without a code.
  { name: 'qr', test: /node_modules\/qr\/index\.js$|\/web\/ui\/display\/qr-code\.tsx$/ },
  // What the comments on an event and pages with a form need.
  { name: 'fields', test: /\/web\/ui\/(forms\/(field|inputs|submit-button)|controls\/load-failure)\.tsx$/ },
  { name: only('shared', 'comments', null), test: (id) => !ofComments.test(id), minShareCount: 4 },
  // The comments on an event, with their calls.
  { name: only('comments', 'comments') },
]

/** Names a group of those modules that are one of these parts of the first pages' code. */
function only(name: string, ...parts: (Part | null)[]) {
  return (...module: Parameters<typeof partOf>) => (parts.includes(partOf(...module)) ? name : null)
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), browserContract(import.meta.dirname), reactRouter()],
  publicDir: 'web/public',
  // Fonts and pictures inside style sheets would need `data:` in the Content-Security-Policy.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  },
  ...(command === 'build' ? { ssr: { noExternal: true as const, external } } : {}),
}))
