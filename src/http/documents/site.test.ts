import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import express from 'express'
import request from 'supertest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { documentation, documentationNotBuilt } from './site.ts'

/** A server of a site with these files, each with its `.gz`. */
const siteWith = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    writeFileSync(`${file}.gz`, gzipSync(text))
  }
  const app = express()
  app.use(documentation(folder))
  app.use('/docs', documentationNotBuilt(folder))
  return request(app)
}

const SEARCH_INDEX = 'assets/chunks/@localSearchIndexroot.BdrY1q4S.js'
const SITE = {
  'index.html': '<h1>Puente</h1>',
  'own-shop.md': '# Own shop',
  'llms-full.txt': '# All',
  [SEARCH_INDEX]: 'export default 1',
}

describe('the files of the documentation', () => {
  it.each(Object.keys(SITE))('%s is sent compressed', async (name) => {
    const answer = await siteWith(SITE).get(`/docs/${name}`)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(answer.headers['content-type']).not.toContain('gzip')
  })

  it('a browser that reads no gzip gets the plain file', async () => {
    const answer = await siteWith(SITE).get(`/docs/${SEARCH_INDEX}`).set('accept-encoding', 'br')
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
    expect(answer.headers['cache-control']).toContain('immutable')
  })

  it('a POST gets an answer that is not said to be compressed', async () => {
    const answer = await siteWith(SITE).post('/docs/').set('accept-encoding', 'gzip')
    expect([answer.status, answer.headers['content-encoding']]).toEqual([404, undefined])
  })

  it('the compressed copies have no address of their own', async () => {
    const site = siteWith(SITE)
    for (const name of ['index.html.gz', `${SEARCH_INDEX}.gz`]) {
      expect((await site.get(`/docs/${name}`)).status, name).toBe(404)
    }
  })

  it('an unknown page answers 404', async () => {
    expect((await siteWith(SITE).get('/docs/no-such-page')).status).toBe(404)
  })
})

describe('a site that is not built yet', () => {
  it.each(['/docs/', '/docs/own-shop', '/docs/api/'])(
    '%s says to reload in a minute',
    async (path) => {
      const answer = await siteWith({}).get(path)
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30'])
      expect(answer.text).toContain('reload this page in a minute')
    },
  )

  it('a missing file of a page answers 404', async () => {
    expect((await siteWith({}).get('/docs/theme.js')).status).toBe(404)
  })

  it('the page appears when the build is complete', async () => {
    expect((await siteWith(SITE).get('/docs/')).status).toBe(200)
  })
})
