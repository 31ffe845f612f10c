import { cancelSentences } from '#contract/events/application.ts'
import { applyRefusal, mayWait } from '#contract/events/applying.ts'
import type { EndReason, EventDetail } from '#contract/events/events.ts'

/** What somebody reads on the event's page whose last application has ended, and what they can do now, as whole sentences. What
 *  stands against another application is said beside the button. `now` in milliseconds since 1970. */
export function endedWords(reason: EndReason, event: EventDetail, now: number): string[] {
  const money = reason === 'unpaid' ? ['If you have paid already, write to the organizer.'] : []
  return [cancelSentences[reason], ...money, ...again(event, now)]
}

function again(event: EventDetail, now: number): string[] {
  const refusal = applyRefusal(event.standing, event, now)
  if (refusal === null) return ['You can apply again.']
  if (refusal !== 'event_full') return []
  return mayWait(event, now)
    ? ['You can join the waiting list.']
    : ['If a seat comes free, whoever applies first gets it.']
}
