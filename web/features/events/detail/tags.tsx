import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { noFilters, writeFilters } from '#web/features/events/discover/filters.ts'

/** Each leads to the events that have it too. */
export function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to={`${paths.discover}${writeFilters({ ...noFilters, tags: [tag] })}`}
            className="inline-flex min-h-11 min-w-11 max-w-full items-center justify-center rounded-full bg-sunken px-4 text-sm wrap-anywhere transition hover:bg-accent-soft hover:text-accent-ink"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
