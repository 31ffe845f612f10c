import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

/** A raised surface on the page. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('rounded-lg border border-line bg-card shadow-card', className)} />
}

interface SectionCardProps {
  title: string
  /** A sentence under the title. */
  intro: string
  children?: ReactNode
}

/** A section of a page with its own heading. */
export function SectionCard({ title, intro, children }: SectionCardProps) {
  const id = useId()
  return (
    <Card className="p-5 sm:p-8">
      <section aria-labelledby={id} className="flex flex-col gap-5">
        <div>
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          <p className="text-ink-soft">{intro}</p>
        </div>
        {children}
      </section>
    </Card>
  )
}
