import { leaveEndedSession } from './end-of-session.ts'
import { confirmIfAsked } from './fresh-sign-in.ts'

interface AuthRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object | undefined
}

const send = ({ method, path, body }: AuthRequest): Promise<Response> =>
  fetch(`/auth${path}`, {
    method,
    headers: {
      'accept-language': document.documentElement.lang,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const read = async <Answer>(answer: Response): Promise<Answer> => {
  if (answer.status === 401) leaveEndedSession()
  if (!answer.ok) throw await answer.json()
  return JSON.parse((await answer.text()) || 'null')
}

/** Calls `/auth/…`. Asks for the password or a code if the action needs one, then repeats the call. */
export const authCall = async <Answer>(
  method: AuthRequest['method'],
  path: string,
  body?: object,
): Promise<Answer> => {
  const request = { method, path, body }
  const first = await send(request)
  return read((await confirmIfAsked(first)) ? await send(request) : first)
}

/** Sends the proof itself: another question would wait for its own dialog. */
export const sendProof = async (path: string, body: object): Promise<void> => {
  await read(await send({ method: 'POST', path, body }))
}
