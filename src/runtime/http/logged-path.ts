import type { Request } from 'express'

/**
 * The template of a request's path, as OpenAPI writes it; `undefined` where no route has matched. Known
 * once the request was routed.
 */
export const routeOf = ({ route, baseUrl }: Request): string | undefined =>
  typeof route?.path === 'string'
    ? `${baseUrl}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    : undefined

/**
 * An address as the log may hold it: nothing that was put into it, which may name a customer, a card or
 * the token of a pay link, in whatever way it is written.
 */
export const loggedPath = (request: Request): string => routeOf(request) ?? '(no route)'
