import type { Request } from 'express'

/** Returns the matched route as OpenAPI template, once Express has routed. */
export const routeOf = ({ route, baseUrl }: Request): string | undefined =>
  typeof route?.path === 'string'
    ? `${baseUrl}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    : undefined

/** Logs only the route: the raw path may hold a customer, a card number or a pay link's token. */
export const loggedPath = (request: Request): string => routeOf(request) ?? '(no route)'
