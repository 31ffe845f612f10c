import { dateAndTime } from '#contract/dates.ts'
import { useAtNow } from '#web/lib/clock.ts'
import { ago } from '#web/lib/format/dates.ts'

/** The time since an instant, updated while the page is open. The server renders the date instead, because its page
 *  may be shown later. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const when = dateAndTime(iso)
  const text = useAtNow((now) => ago(Date.parse(iso), now), when)
  return (
    <time dateTime={iso} title={when} className={className}>
      {text}
    </time>
  )
}
