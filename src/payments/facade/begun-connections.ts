import {
  countBegunConnections,
  findBegunConnection,
  keepBegunConnection,
  moveBegunConnection,
} from '../../db/stores/begun-connections.ts'

/** Connections in setup: a person has begun them, and the shop has not confirmed them yet. */
export const begunConnections = {
  /** Counts recent ones, for rate limits. */
  count: countBegunConnections,
  find: findBegunConnection,
  keep: keepBegunConnection,
  /** Updates by compare-and-set; `undefined` after a lost race. */
  move: moveBegunConnection,
}
