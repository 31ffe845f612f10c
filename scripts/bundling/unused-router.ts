/**
 * What of React Router this product never runs, by the names in its production files. `slim-router.test.ts` holds what
 * makes it so: no page has an action, fetches by a fetcher, sends a form by the router, asks for a view transition or
 * brings a style sheet of its own; the settings in react-router.config.ts do the rest.
 */

/** What these functions come to here, by the names of their parameters and the name under which React is known. */
export const inert: Record<string, (parameters: string[], react: string) => string> = {
  // The whole table of routes comes with the first page, and does not change.
  useFogOFWarDiscovery: () => '',
  getPatchRoutesOnNavigationFunction: () => '',
  checkFogOfWar: () => 'return { active: false, matches: null }',
  discoverRoutes: () => '',
  getPartialManifest: () => '',
  patchRoutes: () => '',
  _internalSetRoutes: () => '',
  // No link has `prefetch`: then a link only has a reference, and no state of its own.
  usePrefetchBehavior: (_, react) => `return [false, ${react}.useRef(null), {}]`,
  PrefetchPageLinks: () => 'return null',
  // The style sheet is the root's.
  prefetchRouteCss: () => '',
  prefetchStyleLinks: () => '',
  // Nothing is instrumented.
  instrumentClientSideRouter: ([router]) => `return ${router}`,
  getRouteInstrumentationUpdates: () => 'return {}',
  // There are no server components.
  RSCErrorHandler: () => 'return null',
  // Pages call the server by lib/api: no route has an action, and nothing is sent by the router.
  normalizeNavigateOptions: ([, path]) => `return { path: ${path} }`,
  handleAction: () => '',
  singleFetchActionStrategy: () => '',
  createRequestInit: ([request]) => `return { signal: ${request}.signal }`,
  useSubmit: () => '',
  // There are no fetchers.
  fetch2: () => '',
  handleFetcherAction: () => '',
  handleFetcherLoader: () => '',
  updateFetcherState: () => '',
  setFetcherError: () => '',
  getFetcher: () => '',
  resetFetcher: () => '',
  deleteFetcher: () => '',
  queueFetcherForDeletion: () => '',
  abortFetcher: () => '',
  getUpdatedRevalidatingFetchers: () => '',
  markFetchRedirectsDone: () => 'return false',
  abortStaleFetchLoads: () => 'return false',
  singleFetchLoaderFetcherStrategy: () => '',
  // Nothing asks for a view transition.
  restoreAppliedTransitions: () => '',
  persistAppliedTransitions: () => '',
  useViewTransitionState: () => 'return false',
  // Routes are replaced by code that changed in development alone.
  createClientRoutesWithHMRRevalidationOptOut: () => '',
  // The server renders pages.
  nonSsrStrategy: () => '',
  // Not a word for developers in the console of a reader.
  warning: () => '',
  warningOnce: () => '',
  warnOnce: () => '',
}

/** Components at the top of a file that no page renders. */
export const unused = ['AwaitErrorBoundary', 'Form', 'RSCRouterGlobalErrorBoundary']

/** What these conditions inside of functions always come to in a browser. */
export const settled: Record<string, Record<string, boolean>> = {
  // The inline scripts of a page are written by the server alone.
  Scripts: { '!isStatic': true, staticContext: false },
  // No view transitions.
  RouterProvider: {
    '!viewTransitionOpts || !isViewTransitionAvailable': true,
    'vtContext.isTransitioning && !vtContext.flushSync': false,
    'renderDfd && pendingState && router.window': false,
    'renderDfd && pendingState && state.location.key === pendingState.location.key': false,
    '!vtContext.isTransitioning && interruption': false,
  },
  completeNavigation: {
    'pendingAction === "POP" /* Pop */ && !isUninterruptedRevalidation && location !== state.location': false,
    pendingViewTransitionEnabled: false,
  },
  // Nothing is sent, and the table of routes is whole.
  startNavigation: { 'opts && opts.submission && isMutationMethod(opts.submission.formMethod)': false },
  handleLoaders: { isFogOfWar: false },
  // Asked of each fetcher: whether it need not load again.
  getMatchesToLoad: {
    'initialHydration || !matches.some((m) => m.route.id === f.routeId) || fetchersQueuedForDeletion.has(key)': true,
  },
}
