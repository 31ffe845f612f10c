import type { ReactNode } from 'react'
import type { Profile } from '#contract/accounts/profile.ts'
import { shortDate } from '#contract/dates.ts'
import { classes } from '#web/ui/display/classes.ts'

/** Everything that the product stores about the reader. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8">
      <Fact label="First Name">{profile.first_name}</Fact>
      <Fact label="Last Name">{profile.last_name}</Fact>
      <Fact label="Username" wide>
        {profile.username}
      </Fact>
      <Fact label="Email" wide>
        {profile.email}
      </Fact>
      <Fact label="Phone Number">{profile.phone_number}</Fact>
      <Fact label="Birth Date">{profile.birth_date ? shortDate(profile.birth_date) : null}</Fact>
      <Fact label="Nationality">{profile.nationality}</Fact>
      <Fact label="Address" wide>
        {profile.address}
      </Fact>
      <Fact label="Latitude">{profile.latitude}</Fact>
      <Fact label="Longitude">{profile.longitude}</Fact>
      <Fact label="Facebook Profile" wide>
        {profile.facebook_profile ? <Out to={profile.facebook_profile} /> : null}
      </Fact>
      <Fact label="Instagram Handle" wide>
        {profile.instagram_handle ? <Out to={profile.instagram_handle} /> : null}
      </Fact>
      <Fact label="Attended Events">{profile.attended_events}</Fact>
      <Fact label="Cancelled Events">{profile.cancelled_events}</Fact>
      <Fact label="Member Since">{shortDate(profile.created_at)}</Fact>
      <Fact label="Last Updated">{shortDate(profile.updated_at)}</Fact>
    </dl>
  )
}

/** `wide`: the value may be too long for half of a phone's screen. */
function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  const given = children !== '' && children !== null
  return (
    <div className={classes('min-w-0', wide && 'max-sm:col-span-2')}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={given ? 'figures wrap-anywhere' : 'text-ink-soft'}>{given ? children : 'Not given'}</dd>
    </div>
  )
}

function Out({ to }: { to: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-block py-2 text-accent-ink underline underline-offset-4 sm:py-0"
    >
      {to.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  )
}
