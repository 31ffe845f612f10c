import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** Invites people to publish an event. The style sheet knows the viewer's role before the session is read, so that
 *  nothing flashes. */
export function CreateBanner() {
  return (
    <section
      aria-labelledby="create-banner"
      className="gradient flex flex-col items-start gap-5 rounded-lg p-6 shadow-card sm:flex-row sm:items-center sm:justify-between sm:p-10"
    >
      <div>
        <h2 id="create-banner" className="text-xl sm:text-2xl">
          Ready to Create Your Own Event?
        </h2>
        <p>Publish it in minutes, and see who is coming.</p>
      </div>
      <span className="contents organizer:hidden">
        <BannerLink to={paths.becomeOrganizer}>Become an Organizer</BannerLink>
      </span>
      <span className="hidden organizer:contents">
        <BannerLink to={paths.createEvent}>Create Event</BannerLink>
      </span>
    </section>
  )
}

function BannerLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="overlay" className="shrink-0">
      {children}
    </ButtonLink>
  )
}
