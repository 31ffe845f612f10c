/** Drafts per organizer, and bytes of JSON per draft. */
export const draftLimits = { drafts: 50, bytes: 256 * 1024 } as const
