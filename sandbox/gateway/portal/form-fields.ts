import type { HttpRequest } from '../http/request.ts'

/** The fields of a posted form; anything that is no form has none. */
export const fieldsOf = ({ body }: HttpRequest): Record<string, string> =>
  body.kind === 'form' ? body.fields : {}
