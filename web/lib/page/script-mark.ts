import { createContext } from 'react'

/** The nonce of our inline scripts while a page is rendered on the server (see server/lib/pages/page-security.ts);
 *  undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
