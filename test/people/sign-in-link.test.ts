import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { MAIN_ORGANIZATION } from '../../src/people/members/invite.ts'
import { makeSignInLink, SIGN_IN_LINK_MINUTES } from '../../src/people/sign-in/links.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { addMs, MINUTE } from '../../src/runtime/clock.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { asPage, cookieOf, linksOf, signedInPerson, tokenOf } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

let owner: Awaited<ReturnType<typeof signedInPerson>>
beforeAll(async () => {
  owner = await signedInPerson(world, { email: 'ana@tienda.example' })
  await signedInPerson(world, { email: 'beto@tienda.example' })
})

const newLink = async (now = linksOf(world).now): Promise<string> => {
  const url = await makeSignInLink({ ...linksOf(world), now }, MAIN_ORGANIZATION)
  if (url === undefined) throw new Error('nobody owns it')
  return new URL(url).pathname
}
const follow = (path: string) => asPage(world, 'GET', path)

describe('a sign-in link', () => {
  it('a sign-in link signs the first owner in, leads to the dashboard, and is in the audit log', async () => {
    const answer = await follow(await newLink())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const [line = ''] = answer.headers.getSetCookie()
    expect(line).toMatch(/^puente\.session_token=/)
    expect(line).toContain('HttpOnly')
    expect(line).toContain('SameSite=Lax')
    const cookie = cookieOf(answer.headers.getSetCookie())
    const session = await asPage(world, 'GET', '/auth/session', { cookie })
    expect(await session.json()).toMatchObject({ email: owner.email })
    const [entry] = await listAuditEntries(world.puente.ctx.db.query, { limit: 1 })
    expect(entry).toMatchObject({
      action: 'sign in by link',
      subject: owner.id,
      outcome: 'done',
      from_address: expect.any(String),
    })
  })

  it('a sign-in link works once, even for two concurrent requests', async () => {
    const path = await newLink()
    const answers = await Promise.all([follow(path), follow(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
    expect((await follow(path)).status).toBe(404)
  })

  it('a HEAD request or a prefetch does not use up the link', async () => {
    const path = await newLink()
    const looked = await fetch(`${world.url}${path}`, { method: 'HEAD', redirect: 'manual' })
    const ahead = await asPage(world, 'GET', path, { headers: { 'sec-purpose': 'prefetch' } })
    expect([looked.status, ahead.status]).toEqual([204, 204])
    expect(ahead.headers.getSetCookie()).toEqual([])
    expect((await follow(path)).status).toBe(303)
  })

  it('a sign-in link stops working once it has expired or a newer one exists', async () => {
    const old = await newLink(addMs(new Date(), -SIGN_IN_LINK_MINUTES * MINUTE))
    expect((await follow(old)).status).toBe(404)
    const replaced = await newLink()
    const newest = await newLink()
    expect((await follow(replaced)).status).toBe(404)
    expect((await follow(newest)).status).toBe(303)
    expect((await follow('/sign-in/never-made')).status).toBe(404)
  })

  it('the database has only the hash of a sign-in link', async () => {
    const token = tokenOf(await newLink())
    const rows = await world.puente.ctx.db.query.selectFrom('sign_in_links').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('an organization without an owner gets no sign-in link', async () => {
    expect(await makeSignInLink(linksOf(world), 'nobody-s')).toBeUndefined()
  })
})

describe('an installation in real use', () => {
  const started: Puente[] = []
  afterAll(() => Promise.all(started.map(({ close }) => close())))

  it.each([
    ['in production', { NODE_ENV: 'production' as const }, (sandbox: string) => `${sandbox}/v1`],
    ['with a gateway elsewhere', {}, () => 'https://gateway.example/v1'],
  ])('a sign-in link does not work %s', async (_, settings, gateway) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    started.push(
      await startPuente({
        settings: { ...world.settings, ...settings, PORT: port, ROLES: ['web'] },
        platforms,
        databaseUrl: world.databaseUrl,
        log: createLog({ level: 'silent', service: 'other' }),
        gatewayBaseUrl: gateway(world.sandbox.url),
        publicUrl: url,
      }),
    )
    const path = await newLink()
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
    expect(answer.status).toBe(404)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await follow(path)).status).toBe(303)
  })
})
