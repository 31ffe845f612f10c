/** Classes of a link in a panel: high enough for a thumb, broken over lines where it is too long. */
export const outsideLink =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-sm text-accent-ink underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current'
