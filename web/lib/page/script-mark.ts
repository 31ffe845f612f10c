import { createContext } from 'react'

/** Nonce of our inline scripts while a page is rendered on the server (see server/lib/pages/page-security.ts); undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
