/** The next text of a live region (`role="status"`), for its state's setter. Screen readers read a text again only
 *  where it differs, so the same text twice in a row gets a no-break space. */
export function announced(text: string): (before: string) => string {
  return (before) => (before === text ? `${text}\u00a0` : text)
}
