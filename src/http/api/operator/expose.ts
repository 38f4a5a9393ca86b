import type { z } from 'zod'
import type { RequestInput } from '../../../runtime/http/route.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import {
  type Answer,
  defineOperatorRoute,
  type Locate,
  type MerchantInput,
  type MerchantRoute,
  type OperatorInput,
  type OperatorRoute,
  type PersonAccess,
  refuse,
  TAG_FOR_PEOPLE,
} from '../route.ts'
import { NOT_FOUND } from './problems.ts'

/** Lists the merchant routes that people reach too, as operator routes. */
export const routesByPerson = (routes: readonly MerchantRoute[]): OperatorRoute[] =>
  routes.flatMap((route) => [
    ...(route.acrossStores ? [route.acrossStores] : []),
    ...(route.byPerson ? [openToPeople(route, route.byPerson)] : []),
  ])

export const openToPeople = (
  { platform: _, byPerson: __, acrossStores: ___, ...route }: MerchantRoute,
  access: PersonAccess,
): OperatorRoute => ({
  ...route,
  path: `/operator${route.path}`,
  ...access,
  tag: access.tag ?? TAG_FOR_PEOPLE[route.tag],
  problems: { ...route.problems, 404: "No such resource in the person's organizations" },
  handle: forPerson(access.locate, access.handle ?? route.handle),
})

type LocatedInput<Row> = OperatorInput & MerchantInput & { row: Row }

/** Defines a route on one store, or on the row that its path names in one store. */
export const defineLocatedRoute = <Row, Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<Parameters<typeof defineOperatorRoute<Body, Query>>[0], 'handle' | 'locate'> & {
    locate: Locate<Row>
    handle(
      input: LocatedInput<Row> & RequestInput<z.output<Body>, z.output<Query>>,
    ): Promise<Answer>
  },
): OperatorRoute =>
  defineOperatorRoute<Body, Query>({ ...route, handle: forPerson(route.locate, route.handle) })

/** Answers 404 out of the person's reach, 403 without the scope. */
const forPerson =
  <Row, Given extends RequestInput<unknown, unknown>>(
    locate: Locate<Row>,
    handle: (input: LocatedInput<Row> & Given) => Promise<Answer>,
  ) =>
  async (input: OperatorInput & Given): Promise<Answer> => {
    // PostgreSQL text cannot hold NUL.
    const located = isStorable(input.id) ? await locate(input, input.id) : undefined
    if (!located) return refuse(NOT_FOUND)
    const access = await input.accessTo(located.storeId)
    if (access.outcome === 'refused') return access.answer
    const { store, rights } = access
    const { id, refundId = '', row } = located
    return handle({ ...input, store, rights, id, refundId, row })
  }
