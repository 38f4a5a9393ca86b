import { readFileSync } from 'node:fs'
import { SHARED_ASSETS } from '../../../src/runtime/http/page/page-shell.ts'
import type { SandboxRoute } from '../http/router.ts'

const TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** Headers that let any site load a file, with or without CORS. */
const FOR_ANY_SITE = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** Caches the file and appends `more`. */
export const staticFile = (
  path: string,
  file: URL | string,
  { forAnySite = false, more = '' } = {},
): SandboxRoute => {
  const body = readFileSync(file, 'utf8') + more
  const headers = {
    'content-type': TYPES[path.endsWith('.js') ? 'js' : 'css'],
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    ...(forAnySite && FOR_ANY_SITE),
  }
  return { method: 'GET', path, handle: () => ({ status: 200, headers, body }) }
}

/** Formats the card on the hosted checkout; beside the rules of the embedded fields. */
export const CARD_INPUT_PATH = '/embed/v1/assets/card-input.js'
export const DESIGN_PATH = '/assets/design.css'
export const STYLESHEET_PATH = '/checkout/assets/page.css'

/** Distinct hue, so it does not pass for the real gateway. */
export const designFile = (): SandboxRoute =>
  staticFile(DESIGN_PATH, `${SHARED_ASSETS}/design.css`, { more: ':root { --hue: 205; }\n' })
