import { scaleBand, scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fill } from '#contract/language/messages.ts'

// Charts as SVG in the colours of the page, set by attributes with custom properties, because the page forbids inline styles.
// They are drawn for the width of a phone and stay legible up to 150 % of it.

const width = 320
const textSize = 15
const smallText = 14
/** Of small text, on average, with some room to spare. */
const letterWidth = 0.6 * smallText
/** Room for the numbers at the left of a plot. */
const left = 36

interface Described {
  /** Unique on the page. */
  id: string
  title: string
  description: string
}

interface Bar {
  label: string
  value: number
  /** The value as shown. */
  text: string
}

/** Horizontal bars, each below its label. */
export function barList(about: Described, bars: Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const toWidth = scaleLinear([0, most], [0, width])
  const rowHeight = 42
  return drawn(
    about,
    bars.length * rowHeight,
    bars.map(({ label, value, text }, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once, and labels may be alike.
      <g key={row} transform={`translate(0 ${row * rowHeight})`}>
        <text y={15} fontSize={textSize} fill="var(--ink)">
          {shortened(label, text)}
        </text>
        <text x={width} y={15} fontSize={textSize} textAnchor="end" fill="var(--ink)" fontWeight={600}>
          {text}
        </text>
        <rect y={23} width={width} height={10} rx={5} fill="var(--sunken)" />
        <rect y={23} width={value === 0 ? 0 : Math.max(6, toWidth(value))} height={10} rx={5} fill="var(--accent)" />
      </g>
    )),
  )
}

interface Period {
  label: string
  applications: number
  /** Seats taken at the end of the period. */
  seats: number
}

interface Words {
  seatsTaken: string
  /** '{capacity}' is the number. */
  ofCapacity: string
  applications: string
}

/** Bars for the applications of each day or week, and a line for the seats taken, with the capacity marked. */
export function applicationsChart(
  { words, ...about }: Described & { words: Words },
  periods: Period[],
  capacity: number | null,
): string {
  const across = scaleBand(
    periods.map((_, place) => place),
    [left, width],
  ).padding(periods.length > 40 ? 0.1 : 0.25)
  const at = (place: number) => across(place) ?? left
  const seats = scaleLinear([0, Math.max(1, capacity ?? 0, ...periods.map((period) => period.seats))], [110, 24])
  const count = scaleLinear([0, Math.max(1, ...periods.map(({ applications }) => applications))], [250, 164])
  const barWidth = Math.max(1, Math.min(36, across.bandwidth()))
  const steps = periods.map((period, place) => ({ x: place === 0 ? left : at(place), seats: period.seats }))
  const last = periods.at(-1)
  if (last) steps.push({ x: width, seats: last.seats })
  const path = line<(typeof steps)[number]>(
    (step) => step.x,
    (step) => seats(step.seats),
  ).curve(curveStepAfter)
  return drawn(
    about,
    272,
    <>
      <PlotTitle y={12}>{words.seatsTaken}</PlotTitle>
      <Ticks scale={seats} bottom={110} />
      {capacity === null ? null : (
        <>
          <line
            x1={left}
            x2={width}
            y1={seats(capacity)}
            y2={seats(capacity)}
            stroke="var(--warning)"
            strokeWidth={2}
            strokeDasharray="6 4"
          />
          <text x={width} y={12} fontSize={textSize} textAnchor="end" fill="var(--warning)">
            {fill(words.ofCapacity, { capacity: capacity.toLocaleString('en-US') })}
          </text>
        </>
      )}
      <path d={path(steps) ?? ''} fill="none" stroke="var(--accent)" strokeWidth={3} strokeLinejoin="round" />
      <PlotTitle y={150}>{words.applications}</PlotTitle>
      <Ticks scale={count} bottom={250} />
      {periods.map(({ label, applications }, place) => (
        <rect
          key={label}
          x={at(place) + (across.bandwidth() - barWidth) / 2}
          width={barWidth}
          y={count(applications)}
          height={250 - count(applications)}
          fill="var(--accent)"
        />
      ))}
      <Ends y={268} first={periods[0]?.label} last={last?.label} />
    </>,
  )
}

interface Minute {
  label: string
  entries: number
}

/** Entries per minute as an area. */
export function minutesChart(about: Described, minutes: Minute[]): string {
  const across = scaleLinear([0, Math.max(15, minutes.length)], [left, width])
  const count = scaleLinear([0, Math.max(1, ...minutes.map(({ entries }) => entries))], [130, 12])
  const steps = [...minutes.map(({ entries }) => entries), minutes.at(-1)?.entries ?? 0]
  const path = area<number>(
    (_, place) => across(place),
    130,
    (entries) => count(entries),
  ).curve(curveStepAfter)
  return drawn(
    about,
    152,
    <>
      <Ticks scale={count} bottom={130} />
      <path d={path(steps) ?? ''} fill="var(--accent)" />
      <Ends
        y={148}
        first={minutes[0]?.label}
        last={minutes.at(-1)?.label}
        lastX={Math.max(across(minutes.length), left + 90)}
      />
    </>,
  )
}

function drawn({ id, title, description }: Described, height: number, content: ReactNode): string {
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {content}
    </svg>,
  )
}

function PlotTitle({ y, children }: { y: number; children: string }) {
  return (
    <text y={y} fontSize={textSize} fill="var(--ink-soft)">
      {children}
    </text>
  )
}

interface TicksProps {
  scale: { (value: number): number; ticks: (count: number) => number[] }
  bottom: number
}

/** Grid lines at a few whole numbers. */
function Ticks({ scale, bottom }: TicksProps) {
  const whole = scale.ticks(3).filter((tick) => Number.isInteger(tick))
  return (
    <>
      {whole.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={scale(tick)} y2={scale(tick)} stroke="var(--line)" />
          <text
            x={left - 6}
            y={Math.min(bottom, scale(tick) + 4)}
            fontSize={smallText}
            textAnchor="end"
            fill="var(--ink-soft)"
          >
            {compact.format(tick)}
          </text>
        </g>
      ))}
    </>
  )
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

interface EndsProps {
  y: number
  first: string | undefined
  last: string | undefined
  lastX?: number
}

/** The first and the last label below a plot, without the last where there is no room for it. */
function Ends({ y, first = '', last = '', lastX = width }: EndsProps) {
  const isShown = last !== first && (first.length + last.length) * letterWidth <= lastX - left
  return (
    <>
      <text x={left} y={y} fontSize={smallText} fill="var(--ink-soft)">
        {first}
      </text>
      {isShown ? (
        <text x={lastX} y={y} fontSize={smallText} textAnchor="end" fill="var(--ink-soft)">
          {last}
        </text>
      ) : null}
    </>
  )
}

/** The label, cut to fit beside the value. Thai marks have no width and stay with their letter. */
function shortened(label: string, value: string): string {
  const letters = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(label)].map(
    ({ segment }) => segment,
  )
  const room = 38 - value.length
  return letters.length <= room
    ? label
    : `${letters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`
}
