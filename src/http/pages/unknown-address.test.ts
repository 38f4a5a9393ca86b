import { describe, expect, it } from 'vitest'
import { useWorld } from '../../../test/support/use-world.ts'

const world = useWorld()

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'

const ask = (headers: Record<string, string>, path = '/no/such/page', method = 'GET') =>
  fetch(`${world.url}${path}`, { method, headers })

describe('an unknown address', () => {
  it.each([
    ['es-HN,es;q=0.9,en;q=0.8', 'es', 'Esta página no existe'],
    ['en-US,en;q=0.9', 'en', 'Page not found'],
    ['fr', 'es', 'Esta página no existe'],
  ])('a browser that prefers %s gets a page', async (acceptLanguage, lang, title) => {
    const answer = await ask({ accept: CHROME, 'accept-language': acceptLanguage })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('vary')).toMatch(/Accept\b(?!-)/)
    expect(answer.headers.get('vary')).toMatch(/Accept-Language/)
    const page = await answer.text()
    expect(page).toContain(`<html lang="${lang}"`)
    expect(page).toContain(title)
    expect(page).toContain('/pay/assets/pay.css')
    expect(page).toContain(answer.headers.get('x-request-id'))
  })

  it('the link on the page switches the language', async () => {
    const spanish = await (await ask({ accept: CHROME })).text()
    const [, link = ''] = /<a href="([^"]+)" lang="en"/.exec(spanish) ?? []
    const english = await ask({ accept: CHROME }, `/no/such/page${link}`)
    expect(english.status).toBe(404)
    expect(await english.text()).toContain('Page not found')
  })

  it('the page does not repeat the requested address', async () => {
    const answer = await ask(
      { accept: CHROME },
      '/%3Cscript%3Ealert(1)%3C/script%3E?email=ana@example.hn',
    )
    const page = await answer.text()
    expect(page).not.toMatch(/alert\(1\)|ana@example/)
  })

  it.each([
    ['anything', { accept: '*/*' }],
    ['nothing', {}],
    ['JSON', { accept: 'application/json' }],
    ['JSON before HTML', { accept: 'application/json, text/html;q=0.5' }],
  ])('a client that accepts %s gets a problem', async (_name, headers) => {
    const answer = await ask(headers)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('a POST gets a problem', async () => {
    const answer = await ask({ accept: CHROME }, '/no/such/page', 'POST')
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  it('a browser gets a problem below the merchant API', async () => {
    const answer = await ask({ accept: CHROME }, '/v1/no-such-thing')
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})
