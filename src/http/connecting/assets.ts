import { fileURLToPath } from 'node:url'

/** The folder with the style of the pages on which shops are connected. */
export const CONNECTING_ASSETS = fileURLToPath(new URL('assets', import.meta.url))
