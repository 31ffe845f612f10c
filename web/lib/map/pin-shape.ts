/** The pin as SVG of 44 by 44 pixels; its tip is at x 22, y 42. */
export const pinShape = `<svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
<path d="M22 42C14 32 9 26 9 17.5a13 13 0 0 1 26 0C35 26 30 32 22 42Z" fill="var(--accent)" stroke="#fff" stroke-width="2"/>
<circle cx="22" cy="17.5" r="5" fill="#fff"/></svg>`
