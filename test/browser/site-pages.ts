import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the built documentation. */
export const SITE = join(import.meta.dirname, '../../dist/site')

/** Addresses of the built pages, which the global setup of the tests builds. */
export const sitePages = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .map((name) => `/docs/${name.replace(/(?:index)?\.html$/, '')}`)
