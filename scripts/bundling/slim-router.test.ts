import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import config from '../../react-router.config.ts'
import { withoutInert } from './slim-router.ts'

test('a function that does nothing here is emptied, and all others stay', () => {
  const source = [
    'var React8 = {};',
    'function usePrefetchBehavior(prefetch, props) { let [a] = React8.useState(false); return [a, props] }',
    'function instrumentClientSideRouter(router, fns) { fns.forEach((fn) => fn()); return router }',
    'function useHref(to) { return to }',
  ].join('\n')

  expect(withoutInert(source).split('\n')).toEqual([
    'var React8 = {};',
    'function usePrefetchBehavior(prefetch, props) { return [false, React8.useRef(null), {}] }',
    'function instrumentClientSideRouter(router, fns) { return router }',
    'function useHref(to) { return to }',
  ])
})

test('a function inside of another, a component that no page renders and a settled condition are left out as well', () => {
  const source = [
    'function createRouter(init) { function fetch2(key) { return init(key) } return { fetch: fetch2 } }',
    'var Form = React.forwardRef(() => null); Form.displayName = "Form"',
    'function startNavigation() { if (isFogOfWar) a() }',
    'async function handleLoaders() { if (isFogOfWar) { await a() } return isFogOfWar ? 1 : 2 }',
  ].join('\n')

  expect(withoutInert(source).split('\n')).toEqual([
    'function createRouter(init) { function fetch2(key) {  } return { fetch: fetch2 } }',
    'var Form = {}; Form.displayName = "Form"',
    'function startNavigation() { if (isFogOfWar) a() }',
    'async function handleLoaders() { if (false) { await a() } return false ? 1 : 2 }',
  ])
})

test('no page asks for what is left out of the router', () => {
  const folder = path.join(import.meta.dirname, '..', '..', 'web')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const asks = [
    /\bprefetch=|PrefetchPageLinks|\bviewTransition\b|useViewTransitionState|instrumentations|RSC\w+Router/,
    /\b(useFetchers?|useSubmit|useFormAction|useActionData|Await|clientAction|ClientAction)\b/,
    /import \{[^}]*\bForm\b[^}]*\} from 'react-router'/,
  ]
  const routes = /export (async )?(const|function) (action|links)\b/

  expect(config).toMatchObject({ ssr: true, routeDiscovery: { mode: 'initial' } })
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.filter((file) => asks.some((one) => one.test(readFileSync(path.join(folder, file), 'utf8'))))).toEqual(
    [],
  )
  // The root's style sheet is in the page already.
  expect(sources.filter((file) => routes.test(readFileSync(path.join(folder, file), 'utf8')))).toEqual(['root.tsx'])
})
