/** Who may import whom (docs/architecture.md). Every message says where the code should go instead. */

const test = String.raw`(\.test\.tsx?$|^server/testing/)`
/** A noun in one file: routes, rules and SQL. */
const noun = String.raw`^server/features/.*(?<=/)([^/]+)/\1\.ts$`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'no-circles',
      'Two files that import one another are one thing or three: put them together, or put what both need into a third.',
      {},
      // A call of the contract knows the type of its schemas, and these its limits: no circle where code runs.
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'no-unknown-import',
      'This import leads nowhere: correct the path, or add the package to package.json.',
      {},
      // Types that React Router writes beside every page, and the build itself, are not there before a build.
      { couldNotResolve: true, pathNot: String.raw`\+types/|^virtual:|^\.\./build/` },
    ),

    rule(
      'contract-is-only-the-contract',
      'The contract is schemas and pure functions for both sides. What needs more than zod belongs to server/ or web/.',
      { path: '^contract/', pathNot: test },
      { pathNot: '^(contract|messages)/|^node_modules/zod/' },
    ),
    rule(
      'schemas-are-attached-on-the-server',
      'Pages would load zod with this call. Import the type; a limit or a text that both need stays in this file.',
      { path: String.raw`^(contract/.+?)(?<!\.schemas)\.ts$` },
      { path: String.raw`^$1\.schemas\.ts$`, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'first-pages-check-nothing',
      'Home, the list and an event would load zod with this. Import a type, or put the limit or text into <noun>.ts.',
      {
        path: '^web/(root|entry|lib/|ui/(controls|display)/|pages/(layout/|events/)|features/(shell|comments|live|engagement|events)/)',
        pathNot: test,
      },
      { path: String.raw`\.schemas\.ts$|^node_modules/zod/`, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'web-without-server',
      'The browser gets this file too. Call the API; what both sides need belongs to contract/.',
      { path: '^web/' },
      { path: '^server/' },
    ),
    rule(
      'server-without-web',
      'The server knows the web only as a finished build. What both sides need belongs to contract/.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    rule(
      'product-without-its-tools',
      'Tests, benchmarks and scripts are not part of the running product. Move what it needs into server/, web/ or contract/.',
      { path: '^(contract|server|web)/', pathNot: test },
      { path: String.raw`^(e2e|lab|scripts|server/testing)/|\.test\.tsx?$` },
    ),
    rule(
      'server-tests-stand-alone',
      'Server tests and their makers use server/testing/ only: move what they share with benchmarks or scripts there.',
      { path: '^server/' },
      { path: '^(lab|scripts|e2e)/' },
    ),
    rule(
      'pages-load-no-list-of-calls',
      'contract/calls.ts is the whole contract, for servers, tests and tools. Import the call from its own module.',
      { path: '^web/', pathNot: test },
      { path: '^contract/calls[.]ts$' },
    ),
    rule(
      'lab-without-journeys',
      'What the lab and the journeys both need belongs to server/testing/.',
      { path: '^lab/' },
      { path: '^e2e/' },
    ),
    rule(
      'server-runs-on-dependencies',
      'The running server has no devDependencies: move the package to "dependencies" in package.json.',
      { path: '^server/', pathNot: test },
      // Vite is loaded in development alone.
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/vite/' },
    ),

    rule(
      'one-file-knows-the-driver',
      'Only server/lib/postgres/database.ts talks to PostgreSQL (and postgres-owner.ts and listening.ts, which must hold one connection). Take a Db and write the query with the sql tag in a repository.',
      {
        path: '^(server|lab|e2e|scripts)/',
        pathNot: '^server/lib/postgres/(database|listening|postgres-owner)[.]ts$',
      },
      { path: '^node_modules/(pg|pg-pool|pg-cursor|@types/pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'markdown-is-rendered-in-its-thread',
      "Rendering somebody's text may take long, and would hold up everybody. Ask `ctx.markdown`, which does it in a thread.",
      {
        path: '^(contract|server|web)/',
        pathNot: String.raw`(\.test\.tsx?$|^server/lib/markdown/(rendering|thread)\.ts$)`,
      },
      {
        path: String.raw`^node_modules/markdown-it|^server/lib/markdown/(rendering|thread)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'codes-are-read-in-their-thread',
      "Looking for a code in somebody's picture may take long, and would hold up everybody. Ask `ctx.codes`, which does it in a thread.",
      {
        path: '^server/',
        pathNot: String.raw`${test}|^server/lib/codes/thread\.ts$`,
      },
      {
        path: String.raw`^node_modules/qr/decode|^server/lib/codes/thread\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'repositories-know-no-rule',
      'A repository is SQL. Move the rule into the service, which calls the repository.',
      { path: String.raw`^server/features/.*\.(repository|sql)\.ts$` },
      { path: String.raw`${noun}|^server/.*\.(service|routes)\.ts$|^server/(app|start|main)\.ts$` },
    ),
    rule(
      'routes-do-not-query',
      'A route takes the input and makes one call of a service. Move the query behind the service.',
      { path: String.raw`^server/features/.*\.routes\.ts$` },
      { path: String.raw`\.(repository|sql)\.ts$|^server/lib/postgres/database\.ts$` },
    ),
    rule(
      'only-the-app-mounts-routes',
      "Routes are a feature's front door for HTTP alone. Call the other feature's service or repository; split these off a noun that is one file.",
      { path: '^server/(?!features/|(app|jobs)[.]ts$)|^server/features/([^/]+)/' },
      { path: String.raw`${noun}|^server/features/.*\.routes\.tsx?$`, pathNot: '^server/features/$1/' },
    ),
    rule(
      'server-lib-knows-no-feature',
      'What knows a feature belongs to that feature, or to server/app.ts and its neighbours, which put features together.',
      { path: '^server/lib/', pathNot: test },
      { path: String.raw`^server/(features/|(app|start|main|sample-data|sample-events)\.ts$)` },
    ),

    rule(
      'only-the-route-table-knows-pages',
      'Pages are named in web/routes.ts. Move what several pages share into a feature, web/ui/ or web/lib/.',
      { path: '^web/', pathNot: String.raw`^web/(pages/|routes\.ts$)` },
      { path: '^web/pages/' },
    ),
    rule(
      'web-features-stand-alone',
      'Features do not import one another: the page puts them together (pass children or props), or the shared part goes to web/ui/ or web/lib/.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    rule(
      'ui-knows-no-feature',
      'web/ui/ is buttons and fields. Move what knows a noun of the product into web/features/<feature>/.',
      { path: '^web/ui/' },
      { path: '^web/features/' },
    ),
    rule(
      'web-lib-draws-nothing',
      'web/lib/ is below features and ui. Move the component into web/ui/ or web/features/<feature>/.',
      { path: '^web/lib/' },
      { path: '^web/(features|ui)/' },
    ),
    rule(
      'journeys-use-the-front-door',
      'Journeys see the product as people do. Arrange by the API, with the schemas of contract/.',
      { path: '^e2e/' },
      {
        path: '^(server|web)/',
        pathNot:
          '^server/testing/(applications/wallets|event-fields|callers/private-texts|programs/start-program|sign-in/line)[.]ts$',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}

function rule(name, comment, from, to) {
  return { name, severity: 'error', comment, from, to }
}
