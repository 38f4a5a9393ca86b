import type { SandboxRoute } from '../http/router.ts'
import { staticFile } from '../pages/static-file.ts'

export const CARD_INPUT_PATH = '/checkout/assets/card-input.js'

/** Formats the card while it is typed; imports the rules of the embedded fields. */
export const cardInput = (): SandboxRoute =>
  staticFile(CARD_INPUT_PATH, new URL('./card-input.js', import.meta.url))
