import { readFileSync } from 'node:fs'
import { SHARED_ASSETS } from '../../../src/runtime/http/page-shell.ts'
import type { Route } from '../http/router.ts'

const TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** Lets pages of every other site load a file, with or without asking by CORS. */
const FOR_ANY_SITE = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** A script or a stylesheet, read once; `more` is added to it. */
export const staticFile = (
  path: string,
  file: URL | string,
  { forAnySite = false, more = '' } = {},
): Route => {
  const body = readFileSync(file, 'utf8') + more
  const headers = {
    'content-type': TYPES[path.endsWith('.js') ? 'js' : 'css'],
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    ...(forAnySite && FOR_ANY_SITE),
  }
  return { method: 'GET', path, answer: () => ({ status: 200, headers, body }) }
}

export const DESIGN_PATH = '/assets/design.css'

/** The design that all pages share, in the sandbox's own hue: nobody takes it for the real gateway. */
export const designFile = (): Route =>
  staticFile(DESIGN_PATH, `${SHARED_ASSETS}/design.css`, { more: ':root { --hue: 205; }\n' })
