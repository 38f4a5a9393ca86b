import type { Json } from '../../support/world.ts'

export type Api = (query: string, variables?: object) => Promise<Json>

/** Sends queries in one session of a channel. Throws errors of GraphQL. */
export const apiAt = (url: string, channelToken?: string): Api => {
  let session: string | undefined
  return async (query, variables = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(channelToken !== undefined && { 'vendure-token': channelToken }),
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    session = response.headers.get('vendure-auth-token') ?? session
    const { data, errors } = (await response.json()) as Json
    if (errors) throw new Error(errors.map((error: Json) => error.message).join('\n'))
    return data
  }
}

export const adminAt = async (url: string, channelToken?: string): Promise<Api> => {
  const admin = apiAt(url, channelToken)
  await admin(
    'mutation { login(username: "superadmin", password: "superadmin") { ... on CurrentUser { id } } }',
  )
  return admin
}
