import { CloudUpload, Undo2 } from 'lucide-react'
import { doorTime } from '#contract/dates.ts'
import type { SavedScan } from '#web/features/door/phone/scan.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { appearances, headline, holderName, numberIn, saleText } from './verdicts.tsx'

const shownScans = 20

interface ScanListProps {
  /** This phone's scans, oldest first. */
  scans: SavedScan[]
  onUndo: (scan: SavedScan) => Promise<void>
}

/** This phone's last scans, newest first. */
export function ScanList({ scans, onUndo }: ScanListProps) {
  if (scans.length === 0) return null
  return (
    <section aria-label="Last scans on this device">
      <h2 className="text-lg">Last scans on this device</h2>
      {scans.some(({ seq, waiting }) => waiting && seq < 0) ? (
        <p className="mt-2 rounded-md bg-warning-soft px-4 py-2 text-warning">
          This browser cannot save scans. Keep this page open until they are all sent.
        </p>
      ) : null}
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-card">
        {scans
          .slice(-shownScans)
          .reverse()
          .map((scan) => (
            <ScanRow key={scan.scan_id} scan={scan} onUndo={onUndo} />
          ))}
      </ul>
    </section>
  )
}

function stateOf({ undone, verdict, walk_in }: SavedScan): string {
  if (undone) return 'Undone'
  if (walk_in === undefined) return appearances[verdict].label
  return verdict === 'checked_in' ? saleText(walk_in) : `Not sold: ${walk_in.refusal ?? ''}`
}

function ScanRow({ scan, onUndo }: { scan: SavedScan; onUndo: ScanListProps['onUndo'] }) {
  const { run, busy } = useAction()
  const { icon: Icon, mark } = appearances[scan.verdict]
  const number = scan.ticket?.ticket_number ?? numberIn(scan.code)
  const isUndoable = scan.verdict === 'checked_in' && !scan.undone

  const handleUndo = () => run(() => onUndo(scan), 'The check-in could not be undone. Please try again.')

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-end gap-3 px-[min(1rem,4.5vw)] py-2">
      <Icon aria-hidden className={classes('size-6 shrink-0', scan.undone ? 'text-ink-soft' : mark)} />
      <div className="min-w-[min(8rem,70%)] flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">
          {holderName(scan) || headline(scan, new Date(scan.scanned_at))}
        </p>
        <p className="figures flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {scan.ticket || scan.walk_in ? <span>{stateOf(scan)}</span> : null}
          {number ? <span>{number}</span> : null}
          <span>{doorTime(scan.scanned_at)}</span>
          {scan.waiting ? (
            <span className="inline-flex items-center gap-1">
              <CloudUpload aria-hidden className="size-4" />
              waiting to be sent
            </span>
          ) : null}
        </p>
      </div>
      {isUndoable ? (
        <Button
          variant="secondary"
          className="min-h-12 px-4"
          busy={busy && 'Undoing...'}
          onClick={handleUndo}
          aria-label={[`Undo the check-in of ${holderName(scan)}`, number].filter(Boolean).join(', ')}
        >
          <Undo2 aria-hidden className="size-5 max-sm:hidden" />
          Undo
        </Button>
      ) : null}
    </li>
  )
}
