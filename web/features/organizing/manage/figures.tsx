import { ChevronDown } from 'lucide'
import { type ReactNode, useId } from 'react'
import { shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { exportFigure, type Figure } from '#contract/tickets/overview.ts'
import * as m from '#messages/event-home.json'
import * as tables from '#messages/tables.json'
import { call } from '#web/lib/api/call.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { DownloadTable } from '#web/ui/controls/csv-buttons.tsx'
import { Card } from '#web/ui/display/card.tsx'

/** How an event is doing, as pictures with their numbers. */
export function Figures({ eventId, figures }: { eventId: number; figures: Figure[] }) {
  const answers = figures.filter(({ name }) => name === 'answers')
  const others = figures.filter(({ name }) => name !== 'answers')
  return (
    <div className="flex flex-col gap-8">
      <Grid>
        {others.map((figure) => (
          <FigureCard key={figure.name} figure={figure} eventId={eventId} />
        ))}
      </Grid>
      {answers.length > 0 ? (
        <section aria-labelledby="answers" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="answers" className="text-xl">
              {m.answers}
            </h2>
            <Download eventId={eventId} name="answers" title={m.allAnswers} />
          </div>
          <Grid>
            {answers.map((figure, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: questions may be alike, and they are never reordered.
              <FigureCard key={place} figure={figure} />
            ))}
          </Grid>
        </section>
      ) : null}
    </div>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] items-start gap-4 sm:gap-6">
      {children}
    </div>
  )
}

interface FigureCardProps {
  figure: Figure
  /** Missing for an answer: those have one file and one heading together. */
  eventId?: number
}

function FigureCard({ figure, eventId }: FigureCardProps) {
  const id = useId()
  const isList = figure.columns.length === 1
  const Heading = eventId === undefined ? 'h3' : 'h2'
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <section aria-labelledby={id} className="flex flex-col gap-3">
        <div>
          <Heading id={id} className="text-lg wrap-anywhere">
            {figure.title}
          </Heading>
          <p className="figures text-sm wrap-anywhere text-ink-soft">{figure.summary}</p>
        </div>
        {isList ? <Texts figure={figure} /> : null}
        {isList && eventId !== undefined ? (
          <Download eventId={eventId} name={figure.name} title={figure.title} />
        ) : null}
        {figure.svg ? <Drawing svg={figure.svg} /> : null}
        {isList || figure.rows.length === 0 ? null : (
          <Numbers figure={figure}>
            {eventId === undefined ? null : <Download eventId={eventId} name={figure.name} title={figure.title} />}
          </Numbers>
        )}
      </section>
    </Card>
  )
}

/** A picture that the server drew; it has its own title and description. Never give it any other. */
function Drawing({ svg }: { svg: string }) {
  return (
    <div
      className="figures max-w-120 [&>svg]:h-auto [&>svg]:w-full [&>svg]:overflow-visible"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server drew it and escaped the texts in it.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}

/** Answers in people's own words. */
function Texts({ figure: { title, rows } }: { figure: Figure }) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it to scroll.
    <section tabIndex={0} aria-label={title} className="max-h-80 overflow-y-auto rounded-sm">
      <ul className="divide-y divide-line border-y border-line">
        {rows.map(([text], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers may be alike, and the list is never reordered.
          <li key={place} className="py-2 wrap-anywhere whitespace-pre-line">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NumbersProps {
  figure: Figure
  /** Below the table. */
  children: ReactNode
}

/** The same as a table. */
function Numbers({ figure: { name, title, columns, rows }, children }: NumbersProps) {
  const label = fill(m.numbersOf, { title })
  const hasDays = name === 'applications'
  const firstCell = `py-1.5 pr-2 text-left font-normal ${hasDays ? 'whitespace-nowrap' : 'wrap-anywhere'}`
  return (
    <details className="group">
      <summary
        aria-label={label}
        className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-accent-ink [&::-webkit-details-marker]:hidden"
      >
        {m.numbers}
        <Icon icon={ChevronDown} className="size-4 transition group-open:rotate-180" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it to scroll. */}
      <section tabIndex={0} aria-label={label} className="relative max-h-80 overflow-auto rounded-sm">
        <table className="figures w-full text-sm">
          <thead>
            <tr className="text-ink-soft">
              {columns.map((column, place) => (
                <th key={column} scope="col" className={place === 0 ? firstCell : `${cell} text-balance`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...values], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: heads may be alike, and the table is never reordered.
              <tr key={row} className="border-t border-line">
                <th scope="row" className={firstCell}>
                  {/* The server names days as spreadsheets read them. */}
                  {hasDays ? shortDate(`${head}T00:00:00+07:00`) : head}
                </th>
                {values.map((value, place) => (
                  <td key={columns[place + 1]} className={cell}>
                    {typeof value === 'number' ? formatNumber(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {children}
    </details>
  )
}

const cell = 'py-1.5 pl-2 text-right font-normal'

function Download({ eventId, name, title }: { eventId: number; name: Figure['name']; title: string }) {
  return (
    <div className="flex py-2">
      <DownloadTable
        of={title}
        file={fill(tables.fileFigure, { event: eventId, figure: title.toLowerCase().replaceAll(' ', '-') })}
        load={() => call(exportFigure, { params: { eventId }, query: { figure: name } })}
      />
    </div>
  )
}
