import type { Role } from '../../src/domain/rights.ts'
import { accept } from '../../src/people/members/accept.ts'
import { invite } from '../../src/people/members/invite.ts'
import { openPeople, type People, SESSION_SECRET_PURPOSE } from '../../src/people/members/people.ts'
import type { LinksContext } from '../../src/people/sign-in/links.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import type { World } from './world.ts'

export const PASSWORD = 'correct horse battery staple'

export const peopleOf = ({ puente: { ctx, sealer } }: World): People =>
  openPeople({
    query: ctx.db.query,
    secret: sealer.derive(SESSION_SECRET_PURPOSE),
    sealer,
    publicUrl: ctx.publicUrl,
    ids: ctx.ids,
    clock: systemClock,
    log: ctx.log,
    refusedActions: ctx.refusedActions,
  })

export const linksOf = ({ puente: { ctx } }: World): LinksContext => ({
  query: ctx.db.query,
  ids: ctx.ids,
  publicUrl: ctx.publicUrl,
  now: systemClock.now(),
})

export const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

export const cookieOf = (lines: readonly string[]): string =>
  lines.map((line) => line.split(';', 1)[0]).join('; ')

export const signedInPerson = async (
  world: World,
  {
    email,
    role = 'owner',
    organizationId = 'main',
    password = PASSWORD,
  }: { email: string; role?: Role; organizationId?: string; password?: string },
): Promise<{ id: string; email: string; cookie: string }> => {
  const links = linksOf(world)
  const invited = await invite(links, { email, organizationId, role, madeBy: undefined })
  if (invited.outcome !== 'invited') throw new Error(invited.outcome)
  const people = peopleOf(world)
  const accepted = await accept(people, links, {
    token: tokenOf(invited.link.url),
    form: { name: email.split('@', 1)[0] ?? email, email, password },
    address: 'test',
  })
  if (accepted.outcome !== 'signed-in') throw new Error(accepted.outcome)
  const cookie = cookieOf(accepted.cookies)
  const person = await people.personOf({ cookie })
  if (!person) throw new Error('nobody is signed in')
  return { id: person.id, email: person.email, cookie }
}

export const asPage = async (
  world: World,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  {
    body,
    cookie,
    headers = {},
  }: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${world.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(method === 'GET' ? {} : { origin: world.url }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
