import { useId } from 'react'
import { Link } from 'react-router'
import { informationPages } from '#contract/paths.ts'
import { late } from '#web/lib/page/late.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { Mark } from '#web/ui/display/mark.tsx'

const SchemeSwitch = late(async () => (await import('./scheme-switch.tsx')).SchemeSwitch)

const pages = Object.values(informationPages)
const groups = [...new Set(pages.map(({ group }) => group))]

/** Links to every information page (specification, section 2, Shared chrome). */
export function Footer() {
  const { brand } = useSite()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid max-w-7xl grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-6 px-4 py-8 text-sm sm:px-6 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="text-ink-soft max-md:col-span-full">
          <p className="flex min-h-11 items-center gap-2 font-medium text-ink">
            <Mark className="size-6" />
            {brand}
          </p>
          <p className="mb-4">Events worth showing up for.</p>
          <div className="min-h-11">
            <SchemeSwitch />
          </div>
        </div>
        {groups.map((group) => (
          <FooterGroup key={group} group={group} />
        ))}
      </div>
    </footer>
  )
}

function FooterGroup({ group }: { group: (typeof groups)[number] }) {
  const heading = useId()
  return (
    <nav aria-labelledby={heading} className="max-md:last:col-span-full">
      <h2 id={heading} className="flex min-h-11 items-center">
        {group}
      </h2>
      <ul className="max-md:in-[nav:last-child]:flex max-md:in-[nav:last-child]:flex-wrap max-md:in-[nav:last-child]:gap-x-6">
        {pages
          .filter((page) => page.group === group)
          .map(({ path, title }) => (
            <li key={path}>
              <Link
                to={path}
                className="flex min-h-11 w-fit min-w-11 items-center rounded-sm text-ink-soft hover:text-ink hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
