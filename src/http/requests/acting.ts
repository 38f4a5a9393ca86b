import type { RequestHandler } from 'express'
import { actAs } from '../../db/current-actor.ts'
import type { Actor } from '../../domain/actor.ts'

/** Runs the rest of a request as this actor. */
export const requestsOf =
  (actor: Actor): RequestHandler =>
  (_request, _response, next) =>
    actAs(actor, next)
