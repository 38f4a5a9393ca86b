import { leaveEndedSession } from './end-of-session.ts'
import { confirmIfAsked } from './fresh-sign-in.ts'

/** Calls `/auth/…`. Asks for the password or a code if the action needs one, then repeats the call. */
export const authCall = async <Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> => {
  const send = () =>
    fetch(`/auth${path}`, {
      method,
      headers: {
        'accept-language': document.documentElement.lang,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const first = await send()
  const answer = (await confirmIfAsked(first)) ? await send() : first
  if (answer.status === 401) leaveEndedSession()
  if (!answer.ok) throw await answer.json()
  return JSON.parse((await answer.text()) || 'null')
}
