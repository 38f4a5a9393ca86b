import type { RequestHandler } from 'express'
import type { Actor } from '../domain/actor.ts'
import { actAs } from '../runtime/current-actor.ts'

/** Runs the rest of a request as this actor. */
export const requestsOf =
  (actor: Actor): RequestHandler =>
  (_request, _response, next) =>
    actAs(actor, next)
