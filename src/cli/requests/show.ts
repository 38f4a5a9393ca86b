import { type ApiRequest, findApiRequests } from '../../db/requests/api-requests.ts'
import { nameOfActor } from '../../domain/actor.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'

/** Prints the requests with an id. */
export const showRequests = async (
  program: CommandProgram,
  id: string,
  { json }: { json: boolean },
): Promise<void> => {
  const { query } = await openCommandDb(program, 'requests')
  const requests = await findApiRequests(query, id)
  if (requests.length === 0) {
    throw new UserError(
      `There is no request ${printable(id)}. Puente records changing and refused requests of stores, a second after their answer, for RETENTION_ATTEMPTS_DAYS.`,
    )
  }
  if (json) printReportJson({ data: requests })
  else for (const request of requests) printRequest(request)
}

const printRequest = (request: ApiRequest): void => {
  const { method, path, status, problem } = request
  console.log(`${method} ${path} ${status}${problem ? ` ${String(problem.code)}` : ''}\n`)
  for (const [name, value] of factsOf(request)) {
    if (value) console.log(`  ${name.padEnd(15)} ${printable(value)}`)
  }
  printPart('Request', request.request)
  printPart('Problem', problem)
  console.log()
}

const factsOf = (request: ApiRequest): [string, string | null][] => [
  ['Request id', request.id],
  ['Time', request.at.toISOString()],
  ['Duration', `${request.duration_ms} ms`],
  ['Store', request.store_id],
  ['By', nameOfActor(request.actor) ?? request.actor.kind],
  ['From', request.from_address],
  ['Operation', request.operation],
  ['Path ids', request.subject],
  ['Idempotency-Key', request.idempotency_key],
]

const printPart = (title: string, part: object | null): void => {
  if (part === null) return
  console.log(`\n${title}`)
  for (const line of JSON.stringify(part, null, 2).split('\n')) console.log(`  ${printable(line)}`)
}
