import type { HttpRequest } from '../http/request.ts'

export const fieldsOf = ({ body }: HttpRequest): Record<string, string> =>
  body.kind === 'form' ? body.fields : {}
