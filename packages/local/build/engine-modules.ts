import type { Plugin } from 'vite'

/** Lets the module that starts itself as a program find its own bundle. */
export const caretaker = (): Plugin => ({
  name: 'caretaker',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/runtime/postgres/caretaker.ts')
      ? {
          // In two parts, so that the plugin for files beside modules does not see it.
          code: code.replace(
            'import.meta.url',
            "new URL('./caretaker.js', import.meta['url']).href",
          ),
          map: null,
        }
      : undefined,
})

const REFERENCE = `import { Router } from 'express'
export const docsPage = () =>
  Router().get('/', (_request, response) => response.redirect('/openapi.json'))`

/** Leaves out Swagger UI, three times as large as Puente. */
export const apiReference = (): Plugin => ({
  name: 'api-reference',
  enforce: 'pre',
  load: (id) => (id.endsWith('/http/documents/docs-page.ts') ? REFERENCE : undefined),
})

/** Functions that Node 20 lacks, by module of undici: to forbid clones between threads, and Zstandard. */
const LATER_FUNCTIONS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'lib/web/webidl/index.js': ['= markAsUncloneable\n', '= markAsUncloneable ?? (() => {})\n'],
  'lib/interceptor/decompress.js': ['createZstdDecompress.bind(', 'createZstdDecompress?.bind('],
}

/** Lets undici load on Node 20. */
export const olderUndici = (): Plugin => ({
  name: 'older-undici',
  enforce: 'pre',
  transform: (code, id) => {
    const [, file] = /\/node_modules\/undici\/(.+)$/.exec(id) ?? []
    const [from, to] = LATER_FUNCTIONS[file ?? ''] ?? []
    if (from === undefined || to === undefined) return undefined
    if (!code.includes(from)) throw new Error(`undici has no ${from.trim()} in ${file} now.`)
    return { code: code.replace(from, to), map: null }
  },
})
