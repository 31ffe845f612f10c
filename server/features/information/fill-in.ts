/** What the pages may say of this installation, by the name under which the texts ask for it; '' where the operator has not
 *  set it. */
export type Facts = Readonly<Record<string, string>>

/**
 * A text with its facts filled in: `{brand}` becomes the fact of that name, and of
 *
 *     {if contact_email}
 *     Write to {contact_email}.
 *     {else}
 *     The operator has given no address.
 *     {end}
 *
 * stays what fits, as whole lines. Conditions do not stand within one another. `asText` is done to each fact. Throws where
 * the text asks for a fact that there is not, so that a slip in a text fails its test.
 */
export function fillIn(text: string, facts: Facts, asText: (fact: string) => string = markdownText): string {
  const factOf = (name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`No fact is called {${name}}.`)
    return fact
  }
  const fitting = text.replace(
    /^\{if (\w+)\}\n([\s\S]*?)(?:^\{else\}\n([\s\S]*?))?^\{end\}\n/gm,
    (_, name: string, set: string, unset = '') => (factOf(name) === '' ? unset : set),
  )
  return fitting.replace(/\{(\w+)\}/g, (_, name: string) => asText(factOf(name)))
}

/** A fact as Markdown shows it letter by letter: every ASCII punctuation mark may be escaped
 *  (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
function markdownText(fact: string): string {
  return fact.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
