import type { RequestHandler } from 'express'
import type { Actor } from '../domain/actor.ts'
import { actAs } from '../runtime/current-actor.ts'

/** What follows to a request is done by this actor. */
export const requestsOf =
  (actor: Actor): RequestHandler =>
  (_request, _response, next) =>
    actAs(actor, next)
