/** How many drafts one organizer may have, and how many bytes of JSON one of them may take. */
export const draftLimits = { drafts: 50, bytes: 256 * 1024 } as const
