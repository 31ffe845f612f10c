import {
  type ComponentType,
  createContext,
  lazy as lazyComponent,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type NavigateFunction, useNavigate, useRevalidator } from 'react-router'
import { dehydrated } from './code-start.ts'
import { useHydrated } from './hydrated.ts'
import { givenOf, islandRoot } from './island-root.tsx'
import { type Lazy, lateBy, lazy } from './late.tsx'

/** What an island may ask of the router. */
interface Routing {
  navigate: NavigateFunction
  /** Loads the page's data anew. */
  revalidate: () => Promise<void>
}

const RoutingContext = createContext<Routing | null>(null)

/** The router for components of an island, in which its own hooks and links do not work. */
export function useRouting(): Routing {
  const routing = use(RoutingContext)
  if (routing === null) throw new Error('outside of an island')
  return routing
}

interface IslandOptions<Props> {
  /** Of the island's size: it stands in for the island where no server has rendered it. */
  Placeholder: ComponentType<Props>
  /** Whether the page has learnt something since it was rendered (`before`) for which the island is loaded. */
  hasNews: (before: Props, now: Props) => boolean
}

/**
 * A part of a page that the server renders and whose code is loaded late: when its reader comes near it or touches it, or when
 * there is news for it (lazy hydration). Until then its rendered elements stay as they are, and then these same elements come
 * alive, with their focus, their scroll position and what was typed. A button that was pressed meanwhile answers then,
 * once. Where the code cannot be loaded, the elements stay; the next touch, or the network, tries again.
 *
 * It is a React root of its own. A dehydrated Suspense boundary of the page's root would hold up each change of the router
 * above it until its code has come. So no context of the page reaches into it, but for the router by `useRouting`. On a page to
 * which the router has led, it is a component like others.
 */
export function island<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Placeholder, hasNews }: IslandOptions<Props>,
): ComponentType<Props> {
  const code = lazy(load)
  // The server's first page waits for it, and fails where it cannot be loaded.
  const OnServer: ComponentType<Props> | null = import.meta.env.SSR
    ? lazyComponent(async () => ({ default: await load() }))
    : null
  const Loaded = lateBy(code, () => true, Placeholder)

  return function Island(props: Props) {
    const isRouted = useHydrated()
    const [isRendered] = useState(!isRouted)
    const navigate = useNavigate()
    const { revalidate } = useRevalidator()
    const given = { props, routing: { navigate, revalidate } }
    if (!isRendered) return <Shown Part={Loaded} given={given} />
    if (OnServer === null) return <Ground code={code} hasNews={hasNews} given={given} />
    return (
      <div {...mark}>
        <Shown Part={OnServer} given={given} />
      </div>
    )
  }
}

const mark = { [dehydrated]: '' }

interface Given<Props> {
  props: Props
  routing: Routing
}

function Shown<Props extends object>({ Part, given }: { Part: ComponentType<Props>; given: Given<Props> }) {
  return (
    <RoutingContext value={given.routing}>
      <Part {...given.props} />
    </RoutingContext>
  )
}

/** Leaves the rendered elements alone. It must be one object: React would empty the element for another one. */
const untouched = { __html: '' }

interface GroundProps<Props> {
  code: Lazy<ComponentType<Props>>
  hasNews: IslandOptions<Props>['hasNews']
  given: Given<Props>
}

/** The element that holds what the server rendered. */
function Ground<Props extends object>({ code, hasNews, given }: GroundProps<Props>) {
  const ground = useRef<HTMLDivElement>(null)
  const wake = useRef<() => void>(() => undefined)
  const [values] = useState(() => givenOf(given))
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const isNews = hasNews(values.first().props, given.props)

  useLayoutEffect(() => values.put(given))
  useEffect(() => {
    if (ground.current === null) return
    const root = islandRoot({
      ground: ground.current,
      given: values,
      async load() {
        const Part = await code.get()
        return (value) => <Shown Part={Part} given={value} />
      },
      onError: (error) => setFailed({ error }),
    })
    wake.current = root.wake
    return root.end
  }, [code, values])
  useEffect(() => {
    if (isNews) wake.current()
  }, [isNews])

  if (failed) throw failed.error
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; what the server rendered stays.
    <div ref={ground} {...mark} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  )
}
