import type { Plugin } from 'vite'

/** Lets the module that starts itself as a program find its own bundle. */
export const caretaker = (): Plugin => ({
  name: 'caretaker',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/runtime/postgres/caretaker.ts')
      ? {
          // In two parts, so that the plugin for files beside modules does not see it.
          code: code.replace('import.meta.url', "new URL('./caretaker.js', import.meta['url']).href"),
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

const LATER_FUNCTION = 'webidl.util.markAsUncloneable = markAsUncloneable'

/** Node 20 has no `markAsUncloneable`, which only forbids to clone requests between threads. */
export const olderUndici = (): Plugin => ({
  name: 'older-undici',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/undici/lib/web/webidl/index.js')) return undefined
    if (!code.includes(LATER_FUNCTION)) throw new Error('undici marks in another way now.')
    return { code: code.replace(LATER_FUNCTION, `${LATER_FUNCTION} ?? (() => {})`), map: null }
  },
})
