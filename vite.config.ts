import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Rolldown } from 'vite'

/** What the built pages load from node_modules at run time; everything else becomes part of build/server/index.js. */
const external = ['react', 'react-dom', 'react-router', '@react-router/node', 'zod']

/** Files that pages share; without them a page would ask for 58 to 75. A group includes what its modules import, unless an
 *  earlier group has it. Modules are named by path: after moving one, see which group it is in. */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Changes only with a version of these.
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  // What every page runs, and what home, list and event share.
  {
    name: 'shell',
    test: /\/web\/(entry\.client|root|pages\/layout\/main-layout|features\/(engagement\/.*|events\/card\/attendance)|lib\/(api\/loaders|files\/files|format\/(terms|text)|map\/map|page\/meta)|ui\/display\/(badge|event-image|rich-text))\.tsx?|\/contract\/events\/(events|event-place)\.ts|\/lucide\/.*\/(badge-check|calendar|link-2|map-pin|users)\./,
  },
  // What pages with lists and forms share.
  {
    name: 'controls',
    test: /\/web\/ui\/(display\/empty-state|forms\/search-form)|\/contract\/(date-input|numbers|events\/event-list)\.ts|\/lucide\/.*\/(calendar-plus|chevron-.*)\./,
  },
  // What home and list share.
  { name: 'cards', test: /\/web\/(features\/events\/(card\/|discover\/month\.)|ui\/controls\/subscribe-menu)/ },
  // What each of these runs by itself.
  { name: 'home', test: /\/web\/pages\/events\/home\.tsx/ },
  { name: 'event', test: /\/web\/pages\/events\/event-detail\.tsx/ },
  { name: 'list', test: /\/web\/pages\/events\/discover(-list)?\.tsx/ },
  // Only pages that check what somebody enters.
  { name: 'schemas', test: /node_modules\/zod\/|\/contract\/.*\.schemas\.ts$|\/contract\/fields\.ts$/ },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  { name: 'comments', test: /\/comments\/comments-panel\.tsx/ },
  { name: 'shared', minShareCount: 8 },
]

/** Every page runs React and its router. Chromium compiles a file that starts with this comment while downloading it, not
 *  function by function as they are first called. */
const postBanner = ({ name }: Rolldown.RenderedChunk) => (name === 'vendor' ? '//# allFunctionsCalledOnLoad' : '')

/** Each language is a build of its own, with its messages (package.json, "imports") as constants in the code. */
const language = process.env.VITE_LANGUAGE ?? 'en'

const messages = {
  // Puts each message where it is used, so that a page loads no others.
  optimization: { inlineConst: { mode: 'all' as const, pass: 3 } },
  // Thai has no plural, so its messages have no `_one`.
  checks: { importIsUndefined: false },
}

export default defineConfig(({ command }) => ({
  // In development each language has a Vite of its own, found by the start of the path.
  base: command === 'serve' && language !== 'en' ? `/${language}/` : '/',
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  // Fonts and pictures inside style sheets would need `data:` in the Content-Security-Policy.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      resolve: { conditions: [language, ...defaultClientConditions] },
      build: { rolldownOptions: { ...messages, output: { codeSplitting: { groups }, postBanner } } },
    },
    ssr: {
      resolve: { conditions: [language, ...defaultServerConditions] },
      build: { rolldownOptions: messages },
    },
  },
  ...(command === 'build' ? { ssr: { noExternal: true as const, external } } : {}),
}))
