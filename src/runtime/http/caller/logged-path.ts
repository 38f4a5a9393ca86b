import type { Request } from 'express'

/** Returns the matched route as OpenAPI template, or `undefined`; available after routing. */
export const routeOf = ({ route, baseUrl }: Request): string | undefined =>
  typeof route?.path === 'string'
    ? `${baseUrl}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    : undefined

/**
 * Logs the route only: the raw path may hold a customer, a card number or a pay link's token, in
 * any encoding.
 */
export const loggedPath = (request: Request): string => routeOf(request) ?? '(no route)'
