import { beforeAll, expect, it } from 'vitest'
import { asPage, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()
const PATH = '/operator/v1/order-views'

let viewer: string
let owner: string
beforeAll(async () => {
  viewer = (await signedInPerson(world, { email: 'vera@tienda.example', role: 'viewer' })).cookie
  owner = (await signedInPerson(world, { email: 'olga@tienda.example', role: 'owner' })).cookie
})

const namesOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as Json).data.map(({ name }: Json) => name)
const save = (cookie: string, name: string, search: Json = { status: 'paid' }) =>
  asPage(world, 'POST', PATH, { cookie, body: { name, search } })

it('a view belongs to its person, replaces one of the same name, and is not in the audit log', async () => {
  await save(viewer, 'Large', { least: '100' })
  await save(viewer, 'Held', { status: 'on_hold' })
  const replaced = (await (await save(viewer, 'Large', { least: '500' })).json()) as Json
  expect(replaced.data).toEqual([
    { name: 'Large', search: { least: '500' } },
    { name: 'Held', search: { status: 'on_hold' } },
  ])
  expect(await namesOf(await asPage(world, 'GET', PATH, { cookie: owner }))).toEqual([])
  const left = await asPage(world, 'DELETE', `${PATH}?name=Large`, { cookie: viewer })
  expect(await namesOf(left)).toEqual(['Held'])
  const audit = await asPage(world, 'GET', '/operator/v1/audit', { cookie: owner })
  const acts = ((await audit.json()) as Json).data.map(({ action }: Json) => action)
  expect(acts.filter((act: string) => act.includes('OrderView'))).toEqual([])
})

it('a person saves at most fifty views', async () => {
  for (let n = 0; n < 50; n++) expect((await save(owner, `View ${n}`)).status).toBe(200)
  expect((await save(owner, 'View 51')).status).toBe(422)
  expect((await save(owner, 'View 7')).status).toBe(200)
})
