import { readFileSync } from 'node:fs'
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

/** A script or a stylesheet, read once. */
export const staticFile = (path: string, file: URL, { forAnySite = false } = {}): Route => {
  const body = readFileSync(file, 'utf8')
  const headers = {
    'content-type': TYPES[file.pathname.endsWith('.js') ? 'js' : 'css'],
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    ...(forAnySite && FOR_ANY_SITE),
  }
  return { method: 'GET', path, answer: () => ({ status: 200, headers, body }) }
}
