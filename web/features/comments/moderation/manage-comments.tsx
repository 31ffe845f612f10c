import { Ban, Flag, MessageCircle, MessageCircleOff, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { closeComments } from '#contract/comments/moderation.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Menu, MenuButton } from '#web/ui/controls/menu.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { ReportedComments } from './reported-comments.tsx'
import type { Moderation } from './use-moderation.ts'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

interface ManageCommentsProps {
  event: { id: number; comments_closed: boolean; is_called_off: boolean }
  moderation: Moderation
}

/** The owner's controls beside the heading of the comments. */
export function ManageComments({ event, moderation }: ManageCommentsProps) {
  const [shown, setShown] = useState<'reports' | 'blocked' | null>(null)
  const { revalidate } = useRevalidator()
  const { reports, loadReports } = moderation
  const closed = event.comments_closed

  async function handleClose() {
    try {
      const { message } = await call(closeComments, { params: { eventId: event.id }, body: { closed: !closed } })
      await revalidate()
      notify.success(message)
    } catch (error) {
      notify.failure(messageOf(error, 'The comments could not be changed. Please try again.'))
    }
  }

  return (
    <div className="flex items-center gap-2">
      {reports.length > 0 ? <Badge tone="warning">{reportedSaid(reports.length)}</Badge> : null}
      <Menu label="Manage comments" trigger={<Settings2 {...icon} />} triggerClassName="icon-button -mr-3">
        <MenuButton
          icon={<Flag {...icon} />}
          onClick={() => {
            setShown('reports')
            void loadReports()
          }}
        >
          Reported comments
        </MenuButton>
        <MenuButton icon={<Ban {...icon} />} onClick={() => setShown('blocked')}>
          Blocked people
        </MenuButton>
        {event.is_called_off ? null : (
          <MenuButton
            icon={closed ? <MessageCircle {...icon} /> : <MessageCircleOff {...icon} />}
            onClick={handleClose}
          >
            {closed ? 'Open comments' : 'Close comments'}
          </MenuButton>
        )}
      </Menu>
      <Dialog open={shown === 'reports'} title="Reported comments" onClose={() => setShown(null)}>
        <ReportedComments moderation={moderation} />
      </Dialog>
      <Dialog open={shown === 'blocked'} title="Blocked people" onClose={() => setShown(null)}>
        <BlockedPeople />
      </Dialog>
    </div>
  )
}

function reportedSaid(count: number): string {
  return count === 1 ? '1 reported' : `${count} reported`
}
